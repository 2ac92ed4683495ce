/**
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, seconds: number,
 *   failures?: readonly import('./failures.mjs').Failure[] }} Result
 */

/**
 * Lists the failed tests, followed by a table of stages.
 * @param {readonly Result[]} results
 */
export function summary(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, passed, failed, skipped, seconds }) => {
    const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
    const mark = failed > 0 ? '✗' : '✓';
    return `${mark} ${name.padEnd(width)}  ${`${seconds.toFixed(1)} s`.padStart(8)}  ${counts.join(', ')}`;
  });
  const failed = results.flatMap(({ failures = [] }) => failures);
  const list = failed.map(({ test, message }) => `✗ ${test}\n${message.replace(/^/gm, '    ')}\n`);
  return `\n${[...list, ...rows].join('\n')}\n`;
}

/**
 * The last line of a run.
 * @param {readonly Result[]} results
 */
export function closingLine(results) {
  const total = (/** @type {'passed' | 'failed'} */ key) => results.reduce((sum, each) => sum + each[key], 0);
  return `${total('passed')} passed, ${total('failed')} failed`;
}
