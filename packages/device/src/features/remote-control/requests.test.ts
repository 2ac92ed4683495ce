import { REMOTE_CLIPBOARD_MAX } from '@berth/contract/device/remote';
import { expect, test } from 'vitest';
import { requestOf } from './requests.ts';

const requested = (text: string) => requestOf(Buffer.from(text));

test('the clipboard is read and written', () => {
  expect(requested('{"type":"read-clipboard"}')).toEqual({ type: 'read-clipboard' });
  expect(requested('{"type":"write-clipboard","text":"Grüße"}')).toEqual({ type: 'write-clipboard', text: 'Grüße' });
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
  JSON.stringify({ type: 'write-clipboard', text: 'x'.repeat(REMOTE_CLIPBOARD_MAX + 1) }),
])('%.60s asks for nothing', (text) => {
  expect(requested(text)).toBeUndefined();
});
