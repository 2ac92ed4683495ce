import * as argon2 from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './hasher.ts';

/** The real functions; records the hashes that passwords were compared with. */
function countedArgon2() {
  const compared: string[] = [];
  const verify: typeof argon2.verify = (hashed, password, options, signal) => {
    compared.push(String(hashed));
    return argon2.verify(hashed, password, options, signal);
  };
  return { compared, work: { hash: argon2.hash, verify } };
}

const costOf = (hash: string | undefined) => hash?.split('$').slice(0, 4);

describe('password hashing', () => {
  it('verifies the right password, with argon2id and its own salt', async () => {
    const hasher = createPasswordHasher();
    const [one, two] = await Promise.all([hasher.hash('Käse-9!x'), hasher.hash('Käse-9!x')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, 'Käse-9!x')).toBe(true);
    expect(await hasher.verify(one, 'Käse-9!X')).toBe(false);
  });

  it('rejects any password without a hash', async () => {
    expect(await createPasswordHasher().verify(null, 'nobody has this password')).toBe(false);
  });

  it('does the same work without a hash as with one', async () => {
    const { compared, work } = countedArgon2();
    const hasher = createPasswordHasher(undefined, work);
    const known = await hasher.hash('Käse-9!x');
    await hasher.verify(known, 'falsch');
    await hasher.verify(null, 'falsch');
    expect(compared).toHaveLength(2);
    expect(compared[0]).toBe(known);
    expect(costOf(compared[1])).toEqual(costOf(known));
  });

  it('limits concurrent hashes, so that other calls keep CPU time', async () => {
    let running = 0;
    let most = 0;
    const hash: typeof argon2.hash = async (...given) => {
      running += 1;
      most = Math.max(most, running);
      return argon2.hash(...given).finally(() => {
        running -= 1;
      });
    };
    const hasher = createPasswordHasher({ parallel: 2, waiting: 20 }, { hash, verify: argon2.verify });
    await Promise.all(Array.from({ length: 12 }, () => hasher.hash('Rush-9!x')));
    expect(most).toBe(2);
  });

  it('replies "unavailable" when the queue is full, and serves the rest', async () => {
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
