import { REMOTE_CLIPBOARD_MAX, REMOTE_FILE_MAX } from '@berth/contract/device/remote';
import { expect, test } from 'vitest';
import { requestOf } from './requests.ts';

const requested = (text: string) => requestOf(Buffer.from(text));

test('parses clipboard requests', () => {
  expect(requested('{"type":"read-clipboard"}')).toEqual({ type: 'read-clipboard' });
  expect(requested('{"type":"write-clipboard","text":"Grüße"}')).toEqual({ type: 'write-clipboard', text: 'Grüße' });
});

test('parses terminal and file requests', () => {
  for (const request of [
    { type: 'open-terminal', columns: 80, rows: 24 },
    { type: 'resize-terminal', columns: 100, rows: 30 },
    { type: 'close-terminal' },
    { type: 'put', path: '/tmp/a file', size: 0 },
    { type: 'get', path: '/etc/hostname' },
  ]) {
    expect(requested(JSON.stringify({ ...request, more: 'ignored' }))).toEqual(request);
  }
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '"read-clipboard"',
  '{"type":"reboot"}',
  '{"type":"write-clipboard"}',
  '{"type":"write-clipboard","text":7}',
  '{"type":"open-terminal","columns":"80; reboot","rows":24}',
  '{"type":"open-terminal","columns":0,"rows":24}',
  '{"type":"resize-terminal","columns":80.5,"rows":24}',
  '{"type":"put","path":"","size":1}',
  '{"type":"put","path":"/a","size":-1}',
  '{"type":"get","path":"/a\\u0000b"}',
  JSON.stringify({ type: 'get', path: '/'.repeat(5_000) }),
  JSON.stringify({ type: 'put', path: '/a', size: REMOTE_FILE_MAX + 1 }),
  JSON.stringify({ type: 'write-clipboard', text: 'x'.repeat(REMOTE_CLIPBOARD_MAX + 1) }),
])('%.60s is not a request', (text) => {
  expect(requested(text)).toBeUndefined();
});
