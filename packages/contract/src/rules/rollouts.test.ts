import { expect, test } from 'vitest';
import { rolloutVerdict } from './rollouts.ts';

const none = { waiting: 0, told: 0, shown: 0, succeeded: 0, failed: 0, silent: 0 };
const thresholds = { successThreshold: 80, errorThreshold: 20 };

test.each([
  ['an empty group is through', {}, 'next'],
  ['all succeeded', { succeeded: 5 }, 'next'],
  ['exactly the success threshold', { succeeded: 8, told: 2 }, 'next'],
  ['one less than the success threshold', { succeeded: 7, told: 3 }, 'wait'],
  ['machines that are switched off count', { succeeded: 1, told: 9 }, 'wait'],
  ['below the error threshold', { failed: 1, told: 9 }, 'wait'],
  ['exactly the error threshold', { failed: 2, succeeded: 8 }, 'errors'],
  ['silent machines are errors', { silent: 2, succeeded: 8 }, 'silence'],
  ['both together', { silent: 1, failed: 1, told: 8 }, 'errors'],
] as const)('%s', (_case, machines, verdict) => {
  expect(rolloutVerdict({ ...none, ...machines }, thresholds)).toBe(verdict);
});
