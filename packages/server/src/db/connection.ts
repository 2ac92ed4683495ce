import { Kysely, type LogEvent, type Transaction } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { STATEMENTS } from '../platform/measures.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import { FramedDialect } from './framed-dialect.ts';
import type { Outage } from './outage.ts';
import { preparing, StatementNames } from './prepared.ts';
import type { DB } from './schema.ts';

/**
 * The search path of every connection. PostgreSQL's default starts with the schema named like the user: for a user
 * `berth` that is the schema of the migration records.
 */
export const SEARCH_PATH = '-c search_path=public';

/** A transaction, with any role and scope. */
export type Tx = Transaction<DB>;

/** The database, as either role. Neither role owns a table or bypasses row-level security. */
export interface Database {
  /** Role berth_app: sees rows only through the tenant policies. */
  readonly app: Kysely<DB>;
  /** Role berth_system: for work across tenants (login, gateway), with explicit grants only. */
  readonly system: Kysely<DB>;
  /** The use of both pools now. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/** Address and credentials of one role. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: PoolConfig['ssl'];
}

/** How many connections of a role are in use, and how many calls wait for one. */
export interface PoolUse {
  readonly role: keyof PoolLimits;
  readonly busy: number;
  readonly waiting: number;
}

export interface PoolLimits {
  readonly app: number;
  readonly system: number;
}

/** Opens both pools. They connect on first use and reconnect after an outage. */
export function openDatabase(
  addresses: { readonly app: DatabaseAddress; readonly system: DatabaseAddress },
  limits: PoolLimits,
  outage: Outage | undefined,
  onQuery?: (event: LogEvent) => void,
): Database {
  let closing = false;
  const pools = { app: createPool(addresses.app, limits.app), system: createPool(addresses.system, limits.system) };
  const open = (pool: Pool): Kysely<DB> => {
    // Without a listener, losing an idle connection would end this process.
    pool.on('error', (error) => {
      if (!closing) outage?.lost(error);
    });
    // Also for a connection that is lost between two statements of a transaction: the next statement fails.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      outage?.answered();
    });
    const names = new StatementNames();
    const connect = async () => {
      try {
        return preparing(await pool.connect(), names);
      } catch (error) {
        outage?.failedToConnect(error);
        throw error;
      }
    };
    const watched = { connect, end: () => pool.end(), options: pool.options };
    const log = (event: LogEvent) => {
      onQuery?.(event);
      if (STATEMENTS.hasSubscribers) STATEMENTS.publish(event.queryDurationMillis);
    };
    return new Kysely<DB>({ dialect: new FramedDialect({ pool: watched }), log });
  };
  const app = open(pools.app);
  const system = open(pools.system);
  return {
    app,
    system,
    pools: () =>
      (['app', 'system'] as const).map((role) => {
        const { totalCount, idleCount, waitingCount } = pools[role];
        return { role, busy: totalCount - idleCount, waiting: waitingCount };
      }),
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
    // Statements do not wait for earlier replies, so that beginning a transaction costs no round trip.
    pipeline: true,
    // A restarting server answers within a second. A call must not wait longer than its own timeout.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'berth',
    // Calls are many and short: starting a parallel worker takes longer than the work.
    options: `${SEARCH_PATH} -c timezone=UTC -c datestyle=ISO -c max_parallel_workers_per_gather=0`,
    types: textParsers,
  });
}

/** Parses a postgres:// URL like libpq; a Unix socket's folder is in `?host=/folder&user=name`. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username) || url.searchParams.get('user') || 'postgres';
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  return {
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost'),
    port: Number(url.port || 5432),
    user,
    password: decodeURIComponent(url.password) || url.searchParams.get('password') || '',
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    ssl: mode === 'disable' ? false : { rejectUnauthorized: mode.startsWith('verify') },
  };
}

const { builtins } = types;

/** Converts PostgreSQL's ISO output in UTC, "2026-01-31 12:00:00.123+00", to ISO 8601. */
function instantText(text: string): string {
  // Others, like "infinity", stay unchanged. A list has hundreds: two replacements take half as long again.
  return text[10] === ' ' && text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

// Counts and revisions stay far below 2^53. A larger number must not be rounded silently.
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`);
  return value;
}

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, instantText],
  [builtins.INT8, safeInteger],
  // Dates without time stay unchanged.
  [builtins.DATE, (text) => text],
]);

/**
 * Converts database values to JavaScript. Timestamps become ISO text, because creating and printing Date objects takes
 * half the time of a long list; 64-bit integers become numbers.
 */
export const textParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? types.getTypeParser(oid, format ?? 'text');
  },
};

const VERB = /^\s*(\w+)/;
const TEXT_MAX = 500;

/** Quoted values; quotes inside are doubled. */
const LITERAL = /E?'(?:[^']|'')*'/g;

/** Traces a statement without its values: most are parameters, and quoted ones are left out. */
export function traceQuery(tracer: Tracer, { level, query, queryDurationMillis }: LogEvent): void {
  const text = query.sql.replaceAll(LITERAL, "'?'").replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
  tracer.took(queryDurationMillis, {
    name: VERB.exec(text)?.[1]?.toUpperCase() ?? 'QUERY',
    failed: level === 'error',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}
