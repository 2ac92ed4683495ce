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

interface Statement {
  readonly session: Session;
  readonly running: Promise<QueryResult>;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement that takes longer is asked about: it may wait for another transaction's lock. */
const ASK_AFTER_MS = 5;

/** Whether a process waits for a lock, and whether those that it waits for wait for it. */
const WAITS = `
with recursive blocking (pid) as (
  select unnest(pg_blocking_pids($1)) union select unnest(pg_blocking_pids(pid)) from blocking
)
select exists (select from blocking) as waits, exists (select from blocking where pid = $1) as "isDeadlocked"`;

/**
 * Runs statements on a real database one after the other, so that their order is that of the simulation. One that waits
 * for a lock is set aside until the transaction that holds it ends. When several wait, they go on one after the other,
 * in the order in which they began: PostgreSQL wakes all that wait for one transaction at once, and which one is first
 * would differ from run to run.
 */
export class Statements {
  readonly #time: SimulatedTime;
  /** A session that only asks who waits for whom. */
  readonly #monitor: Client;
  readonly #waiting = new Set<Statement>();

  constructor(time: SimulatedTime, monitor: Client) {
    this.#time = time;
    this.#monitor = monitor;
  }

  run(session: Session, sql: string, values: readonly unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      void this.#time.outside(() =>
        this.#withoutRace(async () => {
          const running = this.#start(session, sql, values);
          const hasFailed = running.then(
            () => false,
            () => true,
          );
          const isOver = await this.#finish({ session, running, resolve, reject });
          // The end of a transaction releases its locks, and so does a failure within it.
          if (isOver && (!session.isInTransaction || (await hasFailed))) await this.#resume();
        }),
      );
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
  async #finish(statement: Statement): Promise<boolean> {
    const { session, running, resolve, reject } = statement;
    const done = running.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([done, sleep(ASK_AFTER_MS, false)]))) {
      const { rows } = await this.#monitor.query(WAITS, [session.pid]);
      const { waits, isDeadlocked } = rows[0];
      if (isDeadlocked) {
        // PostgreSQL itself ends one of them by a timer of real time.
        await this.#monitor.query('select pg_cancel_backend($1)', [session.pid]);
        await done;
        reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
        return true;
      }
      if (waits) {
        this.#waiting.add(statement);
        return false;
      }
    }
    await running.then(resolve, reject);
    return true;
  }

  /** Lets the processes of several waiting statements stand still meanwhile. */
  async #withoutRace(work: () => Promise<void>): Promise<void> {
    const isRace = this.#waiting.size > 1;
    if (isRace) for (const { session } of this.#waiting) process.kill(session.pid, 'SIGSTOP');
    try {
      await work();
    } finally {
      if (isRace) for (const { session } of this.#waiting) process.kill(session.pid, 'SIGCONT');
    }
  }

  /** Finishes the statements that no longer wait, one after the other. */
  async #resume(): Promise<void> {
    for (let next = await this.#nextFree(); next; next = await this.#nextFree()) {
      this.#waiting.delete(next);
      process.kill(next.session.pid, 'SIGCONT');
      if (!(await this.#finish(next))) process.kill(next.session.pid, 'SIGSTOP');
    }
  }

  async #nextFree(): Promise<Statement | undefined> {
    if (this.#waiting.size === 0) return undefined;
    const { rows } = await this.#monitor.query<{ pid: number }>(
      'select pid from unnest($1::integer[]) pid where cardinality(pg_blocking_pids(pid)) = 0',
      [[...this.#waiting].map(({ session }) => session.pid)],
    );
    return [...this.#waiting].find(({ session }) => rows.some(({ pid }) => pid === session.pid));
  }
}
