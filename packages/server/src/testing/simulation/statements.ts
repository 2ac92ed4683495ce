import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';

/** The time of a simulation, as far as its database needs it. */
export interface SimulatedTime {
  /** The database's time of day, in milliseconds since 1970. */
  now(): number;
  /** Runs work of real time while the simulated time stands still: one after the other, in the order of the calls. */
  outside<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Delays a statement on its way to the database, whether or not its sender lives on. */
  send(): Promise<void>;
  /** Delays an answer on its way to a node; it never arrives if that is no longer alive. */
  answer(node: object): Promise<void>;
}

/** A session of the real database. */
export interface Session {
  readonly client: Client;
  readonly pid: number;
  isInTransaction: boolean;
}

interface Blocked {
  readonly session: Session;
  readonly running: Promise<QueryResult>;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement that takes longer is asked about: it may wait for another transaction's lock. */
const ASK_AFTER_MS = 5;

/**
 * Runs statements on a real database one after the other, so that their order is that of the simulation. One that waits
 * for a lock is set aside until the transaction that holds it ends.
 */
export class Statements {
  readonly #time: SimulatedTime;
  /** A session that only asks who waits for whom. */
  readonly #monitor: Client;
  #blocked: Blocked[] = [];

  constructor(time: SimulatedTime, monitor: Client) {
    this.#time = time;
    this.#monitor = monitor;
  }

  run(session: Session, sql: string, values: readonly unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      void this.#time.outside(async () => {
        const running = this.#start(session, sql, values);
        const one = { session, running, resolve, reject };
        if (!(await this.#finish(one))) this.#blocked.push(one);
        if (!session.isInTransaction) await this.#revisit();
      });
    });
  }

  #start(session: Session, sql: string, values: readonly unknown[]): Promise<QueryResult> {
    const { client } = session;
    const setTime = `set simulation.now = '${new Date(this.#time.now()).toISOString()}'`;
    if (/^begin\b/i.test(sql)) {
      session.isInTransaction = true;
      return client.query(`${setTime}; ${sql}`);
    }
    if (!session.isInTransaction) void client.query(setTime);
    if (/\b(?:commit|rollback)$/i.test(sql)) session.isInTransaction = false;
    return client.query(sql, [...values]);
  }

  /** Passes the result on; false if the statement waits for a lock. */
  async #finish({ session, running, resolve, reject }: Blocked): Promise<boolean> {
    const done = running.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([done, sleep(ASK_AFTER_MS, false)]))) {
      const { rows } = await this.#monitor.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
        session.pid,
      ]);
      if (rows[0].waits) return false;
    }
    await running.then(resolve, reject);
    return true;
  }

  async #revisit(): Promise<void> {
    const waiting = this.#blocked;
    this.#blocked = [];
    for (const one of waiting) if (!(await this.#finish(one))) this.#blocked.push(one);
  }
}
