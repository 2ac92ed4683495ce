import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { insertAccount } from '../account/store.ts';
import type { Directory } from '../directory/ldap.ts';
import { insertSignUp } from '../login/store.ts';
import { passwordOwner } from './check-password.ts';
import { createPasswordHasher, type PasswordHasher } from './hasher.ts';

const password = 'korrekt-Pferd7!';
const real = createPasswordHasher();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const passwordHash = await real.hash(password);
  const { system } = database.db;
  await insertAccount(system, { email: 'known@example.org', passwordHash, language: 'eng' });
  await insertAccount(system, { email: 'directory@example.org', passwordHash: null, language: 'eng' });
  const waiting = { signUpId: randomUUID(), interactionUid: 'uid', email: 'waiting@example.org', passwordHash };
  const codes = { codeHash: Buffer.alloc(32), linkHash: Buffer.alloc(32, 1), decoy: false };
  await insertSignUp(system, { ...waiting, ...codes, language: 'eng' }, 60);
});
afterAll(() => database?.drop());

/** Checks a password and counts the hashes. */
async function ask(email: string, typed: string, directory?: Directory) {
  const checks: string[] = [];
  const hasher: PasswordHasher = {
    hash: real.hash,
    verify: (stored, given) => {
      checks.push(given);
      return real.verify(stored, given);
    },
  };
  const owner = await passwordOwner(
    { db: database.db, hasher, directory },
    { email, password: typed, language: 'eng' },
  );
  return { kind: owner?.kind, checks };
}

describe('checking a password', () => {
  it.each([
    ['an account', 'known@example.org'],
    ['a sign-up that waits', 'waiting@example.org'],
    ['an account whose password a directory keeps', 'directory@example.org'],
    ['nobody', 'nobody@example.org'],
  ])('hashes once for the address of %s', async (_, email) => {
    expect(await ask(email, 'falsch-Pferd7!')).toEqual({ kind: undefined, checks: ['falsch-Pferd7!'] });
  });

  it('hashes once for the right password', async () => {
    expect(await ask('known@example.org', password)).toEqual({ kind: 'account', checks: [password] });
    expect(await ask('waiting@example.org', password)).toEqual({ kind: 'sign-up', checks: [password] });
  });

  it('never sends the password of a local account to the directory', async () => {
    const shown: string[] = [];
    const directory: Directory = {
      name: 'ldap://directory.test',
      check: async (email) => {
        shown.push(email);
        return undefined;
      },
      missing: async () => new Set<string>(),
    };
    await ask('known@example.org', 'falsch-Pferd7!', directory);
    await ask('nobody@example.org', 'falsch-Pferd7!', directory);
    expect(shown).toEqual(['nobody@example.org']);
  });
});
