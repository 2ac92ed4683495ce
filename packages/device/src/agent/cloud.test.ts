import { expect, test } from 'vitest';
import { cloudOrigins } from './cloud.ts';

test('the page may connect to the cloud’s usable addresses, and unusable ones do not break it', () => {
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
