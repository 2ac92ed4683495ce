import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './hasher.ts';

describe('password hashing', () => {
  it('knows the right password, with argon2id and a salt of its own', async () => {
    const hasher = createPasswordHasher();
    const [one, two] = await Promise.all([hasher.hash('Käse-9!x'), hasher.hash('Käse-9!x')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, 'Käse-9!x')).toBe(true);
    expect(await hasher.verify(one, 'Käse-9!X')).toBe(false);
  });

  it('says no without a hash, whatever the password', async () => {
    expect(await createPasswordHasher().verify(null, 'nobody has this password')).toBe(false);
  });

  it('refuses with "unavailable" what no longer fits the queue, and serves the rest', async () => {
    const hasher = createPasswordHasher({ parallel: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('Burst-9!x')));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { code: 'unavailable', headers: { 'retry-after': '2' } } });
    // The queue is empty again.
    await expect(hasher.hash('After-9!x')).resolves.toContain('$argon2id$');
  });
});
