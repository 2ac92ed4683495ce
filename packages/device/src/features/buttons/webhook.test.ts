import { expect, test } from 'vitest';
import { sendWebhook } from './webhook.ts';

test.each([
  'http://127.0.0.1:9/',
  'http://localhost:9/',
  'http://[::1]:9/',
  'http://2130706433:9/',
  'http://0x7f.1:9/',
])('a webhook to %s is refused before anything is sent', async (url) => {
  await expect(sendWebhook({ type: 'get', url, headers: [] }, false)).rejects.toThrow(/own network/);
});
