/** @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number }} Result */

/**
 * A table of stages for people.
 * @param {readonly Result[]} results
 */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, passed, failed, skipped, seconds }) => {
    const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
    const mark = failed > 0 ? '✗' : '✓';
    return `${mark} ${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts.join(', ')}`;
  });
  return `\n${rows.join('\n')}\n`;
}

/**
 * The line that ends a run.
 * @param {readonly Result[]} results
 */
export function closingLine(results) {
  const total = (/** @type {'passed' | 'failed'} */ key) => results.reduce((sum, each) => sum + each[key], 0);
  return `${total('passed')} passed, ${total('failed')} failed`;
}
