import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadIdentity, peerIdOf, storeIdentity } from './host-peer.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a machine uses a signaling server picked at random from three', () => {
  const servers = Array.from({ length: 300 }, () => loadIdentity().server);
  expect([...new Set(servers)].sort()).toEqual([1, 2, 3]);
});

test('a reloaded page keeps its identity, and the guests it admitted', () => {
  const before = { ...loadIdentity(), known: ['a guest'] };
  storeIdentity(before);
  expect(loadIdentity()).toEqual(before);
});

test('a machine’s peer ID is derived from its token', async () => {
  const identity = { ...loadIdentity(), token: 'its token' };
  expect(await peerIdOf(identity)).toBe('owned-0cf1da2dc70cfae32eec647831e3aec0');
});
