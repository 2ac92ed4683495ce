import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealer, deriveKey, isSealed } from './seal.ts';

describe('sealing', () => {
  const key = randomBytes(32);
  const sealer = createSealer(key);

  it('returns the text in the same context', () => {
    const sealed = sealer.seal('Käse & straße 🔑', 'tenant-a');
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('Käse');
    expect(sealer.open(sealed, 'tenant-a')).toBe('Käse & straße 🔑');
  });

  it('encrypts the same text differently each time, so that equal passwords do not show', () => {
    expect(sealer.seal('same', 'a')).not.toBe(sealer.seal('same', 'a'));
  });

  it('fails in another context, under another key, or after a change', () => {
    const sealed = sealer.seal('secret', 'tenant-a');
    expect(() => sealer.open(sealed, 'tenant-b')).toThrow();
    expect(() => createSealer(randomBytes(32)).open(sealed, 'tenant-a')).toThrow();
    const last = sealed.at(-1) === 'A' ? 'B' : 'A';
    expect(() => sealer.open(`${sealed.slice(0, -2)}${last}${last}`, 'tenant-a')).toThrow();
    expect(() => sealer.open('secret', 'tenant-a')).toThrow('not a sealed text');
  });

  it('derives a different key for each purpose', () => {
    expect(deriveKey(key, 'one').equals(deriveKey(key, 'two'))).toBe(false);
    expect(deriveKey(key, 'one').equals(deriveKey(key, 'one'))).toBe(true);
  });
});
