import { expect, it } from 'vitest';
import { adminConsentUrl, DEMO_API_PATH, DEMO_EMAIL, envelopeOf, reportTargetOf, stackFrames } from './service.ts';
import { EMAIL } from './text.ts';

it.each([
  ['https://key@reports.example/42', 'https://reports.example', 'https://reports.example/api/42/envelope/'],
  ['http://key:old@127.0.0.1:9000/sub/7/', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000/sub/api/7/envelope/'],
])('reports for %s go to its project', (dsn, origin, address) => {
  expect(reportTargetOf(dsn)).toEqual({ origin, address, key: 'key' });
});

it.each([
  '',
  'reports.example',
  'https://reports.example/42',
  'https://key@reports.example/',
  'ftp://key@host/1',
  'dsn=https://key@reports.example/42',
  'https://key@reports.example/42/settings',
])('"%s" names no project', (dsn) => expect(reportTargetOf(dsn)).toBeUndefined());

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

it('a line of a stack may be a place only, and places have lines of any number', () => {
  const filename = 'https://berth.example/a.js';
  const frame = { function: '<anonymous>', filename, lineno: 1_203, colno: 27 };
  expect(stackFrames(`${filename}:1203:27`)).toEqual([frame]);
});

it.each([
  'not loaded: https://berth.example/a.js:3:14',
  'https://berth.example/a.js:3:14 is not a script',
  '    at native',
])('"%s" is no line of a stack', (line) => expect(stackFrames(line)).toEqual([]));

it('a report is three lines of JSON: when it was sent, what it is, and the report', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const lines = envelopeOf('event', { message: 'two\nlines' }, id, '2026-11-28T12:00:00Z').split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event_id: id, sent_at: '2026-11-28T12:00:00Z' },
    { type: 'event' },
    { message: 'two\nlines' },
  ]);
});

it('a tenant’s administrator consents at Azure, whatever the tenant is called', () => {
  const application = { authority: 'https://login.microsoftonline.com', clientId: 'a&b' };
  expect(adminConsentUrl(application, 'berth.example')).toBe(
    'https://login.microsoftonline.com/berth.example/adminconsent?client_id=a%26b',
  );
  expect(adminConsentUrl(application, '../a?')).toContain('.com/..%2Fa%3F/adminconsent?');
});

it('the demo has an address that no one can own, and paths of its own', () => {
  expect(DEMO_EMAIL).toMatch(new RegExp(EMAIL.pattern, 'u'));
  expect(DEMO_EMAIL).toMatch(/\.example$/);
  expect(DEMO_API_PATH).toMatch(/^\/demo\/.*[^/]$/);
});
