import { normalizeEmail } from '@berth/contract/rules/text';
import type { Client, Entry } from 'ldapts';
import { ApiError } from '../../../http/api-error.ts';
import type { Logger } from '../../../platform/logger.ts';

const TIMEOUT_MS = 5_000;

/** The operator's directory (OpenLDAP, Active Directory). */
export interface DirectorySettings {
  /** ldap:// or ldaps:// */
  readonly url: string;
  /** Whether to upgrade an ldap:// connection before sending anything. */
  readonly startTls: boolean;
  /** The base of the search for users. */
  readonly base: string;
  /** Filter that finds one entry by its address, {email}. */
  readonly filter: string;
  /** Attribute with an immutable, unique ID: entryUUID, objectGUID. */
  readonly idAttribute: string;
  /** The account that searches; undefined: an anonymous search. */
  readonly reader: { readonly dn: string; readonly password: string } | undefined;
}

/** A person whose password the directory confirmed. */
export interface DirectoryPerson {
  /** The directory's ID of the entry, in hex. */
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
}

export interface Directory {
  /** Identifies the directory in our tables. */
  readonly name: string;
  /** The person, if the directory accepts address and password; throws 'unavailable' while it does not respond. */
  check(email: string, password: string): Promise<DirectoryPerson | undefined>;
  /** The entries that no longer exist or match the filter; rejects while the directory does not respond. */
  missing(subjects: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Logs in by a search for the address and a bind as the found entry (RFC 4513, 5.1.3). */
export function createDirectory(settings: DirectorySettings, logger: Logger): Directory {
  return {
    name: settings.url,
    async check(email, password) {
      // A bind without a password succeeds anonymously (RFC 4513, 5.1.2).
      if (password === '') return undefined;
      try {
        return await withClient(settings, async (client) => {
          const entry = await findEntry(client, settings, email);
          return entry && (await binds(client, entry.dn, password)) ? personOf(entry, settings, email) : undefined;
        });
      } catch (error) {
        logger.error({ err: error }, 'The directory could not be queried');
        throw new ApiError('unavailable', 'The directory is not responding. Try again in a moment.', undefined, {
          'retry-after': '5',
        });
      }
    },
    missing: (subjects) =>
      withClient(settings, async (client) => {
        const missing = new Set<string>();
        for (const subject of subjects) {
          if (!(await hasEntry(client, settings, subject))) missing.add(subject);
        }
        return missing;
      }),
  };
}

async function hasEntry(client: Client, settings: DirectorySettings, subject: string): Promise<boolean> {
  const { AndFilter, EqualityFilter, FilterParser } = await import('ldapts');
  // Other conditions of the operator's filter (a group, not locked) still apply; any address matches.
  const belongs = FilterParser.parseString(settings.filter.replaceAll('{email}', '*'));
  const same = new EqualityFilter({ attribute: settings.idAttribute, value: Buffer.from(subject, 'hex') });
  const { searchEntries } = await client.search(settings.base, {
    scope: 'sub',
    filter: new AndFilter({ filters: [belongs, same] }),
    attributes: [settings.idAttribute],
    sizeLimit: 2,
    timeLimit: TIMEOUT_MS / 1_000,
  });
  return searchEntries.length > 0;
}

/** Loads the library on first use: most installations have no directory. */
async function withClient<T>(settings: DirectorySettings, run: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await import('ldapts');
  const client = new Client({ url: settings.url, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS, strictDN: false });
  try {
    if (settings.startTls) await client.startTLS({ servername: new URL(settings.url).hostname });
    if (settings.reader) await client.bind(settings.reader.dn, settings.reader.password);
    return await run(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

/** The entry of an address; undefined if there are two. */
async function findEntry(client: Client, settings: DirectorySettings, email: string): Promise<Entry | undefined> {
  const { searchEntries } = await client.search(settings.base, {
    scope: 'sub',
    filter: settings.filter.replaceAll('{email}', escapeFilterValue(email)),
    attributes: [settings.idAttribute],
    explicitBufferAttributes: [settings.idAttribute],
    sizeLimit: 2,
    timeLimit: TIMEOUT_MS / 1_000,
  });
  return searchEntries.length === 1 ? searchEntries[0] : undefined;
}

async function binds(client: Client, dn: string, password: string): Promise<boolean> {
  const { ConstraintViolationError, InappropriateAuthError, InvalidCredentialsError, UnwillingToPerformError } =
    await import('ldapts');
  // A wrong password, or a locked, expired, or disabled account.
  const refusals = [InvalidCredentialsError, InappropriateAuthError, UnwillingToPerformError, ConstraintViolationError];
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return false;
    throw error;
  }
}

function personOf(entry: Entry, { idAttribute }: DirectorySettings, email: string): DirectoryPerson {
  const id = entry[idAttribute];
  const bytes = Buffer.isBuffer(id) ? id : Array.isArray(id) && Buffer.isBuffer(id[0]) ? id[0] : undefined;
  if (!bytes || bytes.length === 0) throw new Error(`The directory's entries have no ${idAttribute}`);
  return { subject: bytes.toString('hex'), email: normalizeEmail(email) };
}

/** Escapes special characters of filters (RFC 4515, 3). */
export function escapeFilterValue(value: string): string {
  return value.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
