import { expect, it } from 'vitest';
import { playwrightFailures, vitestFailures } from './failures.mjs';

it('lists failed tests and files that did not load, with the first line of the reason', () => {
  const failed = {
    status: 'failed',
    fullName: 'a book opens',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'],
  };
  const report = {
    testResults: [
      {
        name: '/berth/a.test.ts',
        status: 'failed',
        assertionResults: [failed, { status: 'passed', fullName: 'sails' }],
      },
      { name: '/berth/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(vitestFailures(report, '/berth')).toEqual([
    { test: 'a.test.ts › a book opens', message: 'expected 1\nto be 2' },
    { test: 'b.test.ts', message: 'no such module' },
  ]);
});

it('lists failed journeys at any nesting depth', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'main.spec.ts',
    tests: [{ status, results: [{ error: { message: 'not visible' } }] }],
  });
  const inner = { title: 'inner', specs: [spec('leaves', 'unexpected'), spec('arrives', 'expected')] };
  const report = { suites: [{ title: 'main', suites: [inner] }], errors: [{ message: 'no browser' }] };
  expect(playwrightFailures(report)).toEqual([
    { test: 'outside of the journeys', message: 'no browser' },
    { test: 'main.spec.ts › leaves', message: 'not visible' },
  ]);
});
