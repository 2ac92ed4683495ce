import { expect, test } from 'vitest';
import { cloudOrigins } from './cloud.ts';

test('the page may connect to the usable addresses of the cloud; others do not keep it away', () => {
  const known = {
    apiBase: 'https://cloud.example/api',
    identity: { authority: '' },
    signaling: ['wss://signaling.example/1', 'signaling.example'],
  };
  const server = new URL('https://cloud.example/');
  expect(
    cloudOrigins({ cloud: { server, config: { known } } } as unknown as Parameters<typeof cloudOrigins>[0]),
  ).toEqual(['https://cloud.example', 'wss://signaling.example']);
});
