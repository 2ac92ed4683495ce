import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { Outage } from './outage.ts';
import type { DB } from './schema.ts';
import { textParsers } from './text-parsers.ts';

/**
 * Where every connection looks for tables. PostgreSQL's own default begins with the schema named like the user: for a
 * user `berth` that is the migrations' bookkeeping.
 */
export const SEARCH_PATH = '-c search_path=public';

/** One transaction, of whatever role and scope it was opened with. */
export type Tx = Transaction<DB>;

/** The ways into the database. Neither role owns a table or can bypass row-level security. */
export interface Database {
  /** Role berth_app: sees rows through the tenant's policies only. */
  readonly app: Kysely<DB>;
  /** Role berth_system: what crosses tenants (sign-in, the machines' gateway); reaches what it was granted only. */
  readonly system: Kysely<DB>;
  close(): Promise<void>;
}

/** How to reach the server as one role. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: PoolConfig['ssl'];
}

export interface PoolLimits {
  readonly app: number;
  readonly system: number;
}

/** Opens both pools; connections are made when they are first needed and again after the server was away. */
export function openDatabase(
  addresses: { readonly app: DatabaseAddress; readonly system: DatabaseAddress },
  limits: PoolLimits,
  outage: Outage | undefined,
  onQuery?: (event: LogEvent) => void,
): Database {
  let closing = false;
  const open = (address: DatabaseAddress, max: number): Kysely<DB> => {
    const pool = createPool(address, max);
    // Without a listener, a server that goes away while a connection idles would end this process.
    pool.on('error', (error) => {
      if (!closing) outage?.lost(error);
    });
    // The same for one that is lent to a transaction and goes away between two of its statements: the next one fails.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      outage?.answered();
    });
    const connect = () =>
      pool.connect().catch((error: unknown) => {
        outage?.failedToConnect(error);
        throw error;
      });
    const watched = { connect, end: () => pool.end(), options: pool.options };
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: watched }), ...(onQuery && { log: onQuery }) });
  };
  const app = open(addresses.app, limits.app);
  const system = open(addresses.system, limits.system);
  return {
    app,
    system,
    close: async () => {
      closing = true;
      await Promise.all([app.destroy(), system.destroy()]);
    },
  };
}

function createPool(address: DatabaseAddress, max: number): Pool {
  return new Pool({
    ...address,
    max,
    // A server that is restarting answers within a second; a call must not hang longer than its own time-out.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'berth',
    // Calls are many and short: a parallel worker takes longer to begin than what it would take over.
    options: `${SEARCH_PATH} -c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0`,
    types: textParsers,
  });
}
