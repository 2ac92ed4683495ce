import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ test: string, message: string }} Failure */

/**
 * Failed tests, and files that did not load, from Vitest's JSON report.
 * @param {{ testResults: { name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 * @param {string} root Folder that file names are relative to.
 * @returns {Failure[]}
 */
export function vitestFailures({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name;
    if (status === 'failed' && assertionResults.length === 0) return [{ test: file, message: brief(message) }];
    return assertionResults
      .filter((each) => each.status === 'failed')
      .map((each) => ({ test: `${file} › ${each.fullName}`, message: brief(each.failureMessages?.[0]) }));
  });
}

/**
 * @typedef {{ title: string, suites?: Suite[], specs?: { title: string, file: string,
 *   tests: { status: string, results: { error?: { message?: string } }[] }[] }[] }} Suite
 */

/**
 * Failed journeys, and errors outside of them, from Playwright's JSON report.
 * @param {{ suites: Suite[], errors?: { message?: string }[] }} report
 * @returns {Failure[]}
 */
export function playwrightFailures({ suites, errors = [] }) {
  const specs = suites.flatMap(specsOf);
  return [
    ...errors.map(({ message }) => ({ test: 'outside of the journeys', message: brief(message) })),
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => ({ test: `${file} › ${title}`, message: brief(results.at(-1)?.error?.message) })),
    ),
  ];
}

/** @param {Suite} suite @returns {NonNullable<Suite['specs']>} */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The first lines of a message. @param {string | undefined} message */
function brief(message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(0, 6).join('\n').slice(0, 600);
}
