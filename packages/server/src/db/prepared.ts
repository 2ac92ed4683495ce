import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { sqlState } from './transaction.ts';

/** Runs before a statement is prepared, so that connections do not keep rare ones. */
const RUNS_BEFORE = 20;
/** Each connection keeps the plans of its prepared statements, some 20 kB each. */
const NAMES_MAX = 100;
/** Characters of a long statement, such as a list's. Its plan takes some 300 kB, and each filter has its own. */
const LONG = 1_000;
const LONG_MAX = 20;

/**
 * Names of the statements that are prepared: PostgreSQL parses them once for each connection, and after five runs also
 * plans them once where that is no worse. Statements over given arrays stay as they are: their plan depends on the length.
 */
export class StatementNames {
  readonly #runs = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #long = 0;

  /** The name to prepare this statement by; undefined where it runs unprepared. Counts the run. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES_MAX || /\b(?:unnest|any|all)\s*\(\s*\$/.test(text))
      return known;
    const isLong = text.length > LONG;
    if (isLong && this.#long >= LONG_MAX) return undefined;
    const runs = (this.#runs.get(text) ?? 0) + 1;
    if (runs < RUNS_BEFORE) {
      // Filters produce an unlimited number of texts: drop the counts before they fill the memory.
      if (this.#runs.size >= 10 * NAMES_MAX) this.#runs.clear();
      this.#runs.set(text, runs);
      return undefined;
    }
    this.#runs.delete(text);
    if (isLong) this.#long += 1;
    const name = `berth_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

// SQLSTATEs: a migration changed a type that the statement returns; the connection does not know the statement.
const STALE = new Set(['0A000', '26000']);

const clients = new WeakMap<PoolClient, PreparingClient>();

/** A connection of the pool that prepares its frequent statements. */
export function preparing(client: PoolClient, names: StatementNames): PreparingClient {
  const known = clients.get(client) ?? new PreparingClient(client, names);
  clients.set(client, known);
  return known;
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #isStale = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Statements are text: there is no cursor');
    const name = values.length > 0 ? this.#names.of(text) : undefined;
    if (name === undefined) return this.#client.query(text, [...values]);
    return this.#client.query({ name, text, values: [...values] }).catch((error: unknown) => {
      this.#isStale ||= STALE.has(sqlState(error) ?? '');
      throw error;
    });
  }

  /** A connection with a stale statement is closed. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isStale);
  }
}
