import type { Ldap } from '@berth/contract/profile/outside-profile';
import { Client, InvalidCredentialsError, type SearchOptions } from 'ldapts';
import type Type from 'typebox';

export type Directory = Type.Static<typeof Ldap>;

/** Shorter than the login timeout, so that the reason is reported. */
const TIMEOUT_MS = 5_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether the directory accepts this user's password: binds as the only entry below the base with that name. Rejects if
 * the directory does not respond. Upgrades an unencrypted connection with StartTLS before sending anything, except to
 * the machine itself.
 */
export async function checkDirectory(directory: Directory, user: string, password: string): Promise<boolean> {
  // A bind without a password succeeds anonymously (RFC 4513, 5.1.2).
  if (password === '' || !directory.url) return false;
  const url = new URL(directory.url);
  const client = new Client({ url: directory.url, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS, strictDN: false });
  try {
    if (url.protocol === 'ldap:' && !LOOPBACK.has(url.hostname)) await client.startTLS({ servername: url.hostname });
    if (directory['bind-dn']) await client.bind(directory['bind-dn'], directory['bind-password'] ?? '');
    const dn = await findUser(client, directory, user);
    return dn !== null && (await binds(client, dn, password));
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

// A name with two entries is ambiguous.
async function findUser(client: Client, directory: Directory, user: string): Promise<string | null> {
  const options: SearchOptions = {
    scope: 'sub',
    filter: `(${directory['user-attribute']}=${escapeFilterValue(user)})`,
    attributes: ['1.1'],
    sizeLimit: 2,
    timeLimit: TIMEOUT_MS / 1_000,
  };
  const { searchEntries } = await client.search(directory['base-dn'] ?? '', options);
  return searchEntries.length === 1 ? (searchEntries[0]?.dn ?? null) : null;
}

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  }
}

// RFC 4515, 3: characters with a meaning in filters are hex-escaped.
function escapeFilterValue(value: string): string {
  return value.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
