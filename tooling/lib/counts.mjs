/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts from Vitest's JSON report. A file that does not load counts as one failed test.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests?: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.length === 0;
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts from Playwright's JSON report. Errors outside tests count as failed; a flaky test counts as passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors = [] }) {
  const failed = stats.unexpected + errors.length;
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}

/**
 * Final counts of a stage: a stage without tests, or with a bad exit but no failed test, counts as one failure.
 * @param {Counts | undefined} counts Undefined when there is no report.
 * @param {number} code The exit code.
 * @returns {Counts}
 */
export function settle(counts, code) {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const silent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed, skipped };
}

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
