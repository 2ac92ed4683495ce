import { Failure } from './failure.mjs';
import { node } from './paths.mjs';
import { run } from './run.mjs';

/**
 * What `npm test -- --changed` runs: see tooling/changed.
 * @typedef {object} Selection
 * @property {number} changed Number of changed files.
 * @property {readonly string[]} files The changed files that still exist.
 * @property {readonly string[]} unit
 * @property {readonly string[]} journeys
 * @property {boolean} client Whether the client has changed.
 */

/**
 * Removes `--changed` or `--changed=REF` from the arguments.
 * @param {readonly string[]} args
 * @returns {{ since: string | undefined, rest: readonly string[] }} `since` is undefined when everything is to run.
 */
export function takeChanged(args) {
  const given = args.find((each) => each === '--changed' || each.startsWith('--changed='));
  if (given === undefined) return { since: undefined, rest: args };
  return { since: given.split('=')[1] || 'main', rest: args.filter((each) => each !== given) };
}

/**
 * Asks for what the change since a commit or branch can reach.
 * @param {string} since
 * @returns {Promise<Selection>}
 */
export async function selectChanged(since) {
  const { code, output } = await run(node, ['tooling/changed/main.ts', since]);
  if (code !== 0) throw new Failure(`what changed since "${since}" cannot be determined: ${output.trim()}`);
  return JSON.parse(output);
}

/**
 * One line for people.
 * @param {string} since
 * @param {Selection} selection
 */
export function describeSelection(since, { changed, unit, journeys }) {
  const names = journeys.map((each) => each.replace(/^.*\/|\.spec\.ts$/g, ''));
  return `${changed} files changed since ${since}: ${unit.length} test files, journeys: ${names.join(', ') || 'none'}`;
}
