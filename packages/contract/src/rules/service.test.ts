import { expect, it } from 'vitest';
import { reportTargetOf, stackFrames } from './service.ts';

it.each([
  ['https://key@reports.example/42', 'https://reports.example', 'https://reports.example/api/42/envelope/'],
  ['http://key:old@127.0.0.1:9000/sub/7/', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000/sub/api/7/envelope/'],
])('reports for %s go to its project', (dsn, origin, address) => {
  expect(reportTargetOf(dsn)).toEqual({ origin, address, key: 'key' });
});

it.each(['', 'reports.example', 'https://reports.example/42', 'https://key@reports.example/', 'ftp://key@host/1'])(
  '"%s" names no project',
  (dsn) => expect(reportTargetOf(dsn)).toBeUndefined(),
);

it.each([
  ['of V8', 'Error: no\n    at lift (https://berth.example/a.js:3:14)\n    at https://berth.example/a.js:9:2'],
  ['of others', 'lift@https://berth.example/a.js:3:14\n@https://berth.example/a.js:9:2'],
])('a stack %s is parsed, the innermost call last', (_, stack) => {
  const filename = 'https://berth.example/a.js';
  expect(stackFrames(stack)).toEqual([
    { function: '<anonymous>', filename, lineno: 9, colno: 2 },
    { function: 'lift', filename, lineno: 3, colno: 14 },
  ]);
});
