import { StartError } from '../platform/start-error.ts';
import type { DatabaseAddress } from './connection.ts';
import { withClient } from './migrate.ts';
import { sqlState } from './transaction.ts';

const OLDEST = 15;

/**
 * Checks that the database responds, accepts the login, and is new enough. Resolves to its major version.
 *
 * @throws StartError with advice for the operator.
 */
export async function checkDatabaseServer(owner: DatabaseAddress): Promise<number> {
  const where = `${owner.host}${owner.host.startsWith('/') ? '' : `:${owner.port}`}`;
  const version = await withClient(owner, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    return rows[0]?.version ?? 0;
  }).catch((cause: unknown) => {
    throw new StartError(...explain(cause, where, owner), { cause });
  });
  if (version >= OLDEST) return version;
  throw new StartError(
    `The database at ${where} is PostgreSQL ${version}.`,
    `Berth needs PostgreSQL ${OLDEST} or newer.`,
  );
}

function explain(
  cause: unknown,
  where: string,
  { user, database }: DatabaseAddress,
): [message: string, advice: string] {
  const state = sqlState(cause);
  if (state === '28P01' || state === '28000') {
    return [
      `The database at ${where} refuses the password of ${user}.`,
      'Correct DATABASE_URL. With the embedded database: the secret is not the one that it was made with. Set BERTH_SECRET to that one, or put the file secret back into the data folder.',
    ];
  }
  if (state === '3D000')
    return [`The database at ${where} has no database named ${database}.`, `Create it: createdb ${database}.`];
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return [
    `The database at ${where} is not responding: ${reason}.`,
    'Check that it is running and that DATABASE_URL points to it.',
  ];
}
