import { expect, test } from 'vitest';
import { newIdentity, peerIdOf } from './host-peer.ts';

test('a machine uses a signaling server picked at random from three', () => {
  const servers = Array.from({ length: 300 }, () => newIdentity().server);
  expect([...new Set(servers)].sort()).toEqual([1, 2, 3]);
});

test('a machine’s peer ID is derived from its token', async () => {
  const identity = { ...newIdentity(), token: 'its token' };
  expect(await peerIdOf(identity)).toBe('owned-0cf1da2dc70cfae32eec647831e3aec0');
});
