import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadIdentity, peerIdOf, storeIdentity } from './host-identity.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a machine meets its guests at a signaling server picked at random from three', () => {
  const servers = Array.from({ length: 300 }, () => loadIdentity().server);
  expect([...new Set(servers)].sort()).toEqual([1, 2, 3]);
});

test('a page that was loaded again is where it was, with the guests it knew', () => {
  const before = { ...loadIdentity(), known: ['a guest'] };
  storeIdentity(before);
  expect(loadIdentity()).toEqual(before);
});

test('a machine’s peer id says which token it belongs to', async () => {
  const identity = { ...loadIdentity(), token: 'its token' };
  expect(await peerIdOf(identity)).toBe('owned-0cf1da2dc70cfae32eec647831e3aec0');
});
