import { Kysely, type PostgresPoolClient } from 'kysely';
import { Client } from 'pg';
import { type Database, type DatabaseAddress, textParsers } from '../../db/connection.ts';
import { FramedDialect } from '../../db/framed-dialect.ts';
import type { DB } from '../../db/schema.ts';
import type { Session, SimulatedTime, Statements } from './statements.ts';

const OPTIONS =
  '-c search_path=simulation,pg_catalog,public -c timezone=UTC -c datestyle=ISO -c simulation.now=2030-01-01';

export async function openSession(address: DatabaseAddress): Promise<Session> {
  const client = new Client({ ...address, options: OPTIONS, types: textParsers });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return { client, pid: rows[0].pid, isInTransaction: false };
}

/** Sessions of one role, shared by all nodes. */
export class Sessions {
  readonly #free: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];

  constructor(all: readonly Session[]) {
    this.#free = [...all];
  }

  take(): Promise<Session> {
    const session = this.#free.shift();
    return session ? Promise.resolve(session) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveBack(session: Session): void {
    const next = this.#waiting.shift();
    if (next) next(session);
    else this.#free.push(session);
  }
}

export interface NodeDatabase {
  readonly db: Database;
  /** The node's process is gone: what it did not commit is rolled back. */
  crash(): void;
  /** Every connection breaks; a commit on its way may or may not have happened. */
  disconnect(): void;
}

interface SimulatedDatabase {
  readonly time: SimulatedTime;
  readonly statements: Statements;
  readonly sessions: { readonly app: Sessions; readonly system: Sessions };
}

/** The database as one node reaches it. */
export function openNodeDatabase(database: SimulatedDatabase, node: object): NodeDatabase {
  const open = new Set<NodeConnection>();
  let isGone = false;
  const kysely = (sessions: Sessions) => {
    const connect = async () => {
      const session = await sessions.take();
      if (isGone) {
        sessions.giveBack(session);
        return new Promise<never>(() => undefined);
      }
      const connection = new NodeConnection(database, sessions, session, node, open);
      open.add(connection);
      return connection as unknown as PostgresPoolClient;
    };
    const pool = { connect, end: async () => undefined, options: {} };
    return new Kysely<DB>({ dialect: new FramedDialect({ pool }) });
  };
  const breakAll = () => {
    for (const connection of open) connection.breakOff();
  };
  return {
    db: {
      app: kysely(database.sessions.app),
      system: kysely(database.sessions.system),
      pools: () => [],
      close: async () => undefined,
    },
    crash: () => {
      isGone = true;
      breakAll();
    },
    disconnect: breakAll,
  };
}

/** A node's connection while it uses one of the shared sessions. */
class NodeConnection {
  readonly #database: SimulatedDatabase;
  readonly #sessions: Sessions;
  readonly #session: Session;
  readonly #node: object;
  readonly #open: Set<NodeConnection>;
  #running = 0;
  #sent: Promise<void> = Promise.resolve();
  #isBroken = false;
  #isOver = false;

  constructor(
    database: SimulatedDatabase,
    sessions: Sessions,
    session: Session,
    node: object,
    open: Set<NodeConnection>,
  ) {
    this.#database = database;
    this.#sessions = sessions;
    this.#session = session;
    this.#node = node;
    this.#open = open;
  }

  get processID(): number {
    return this.#session.pid;
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<unknown> {
    const { time, statements } = this.#database;
    if (this.#isBroken) throw connectionLost();
    this.#running += 1;
    try {
      // A connection delivers in order: a statement that did not wait for the one before follows it.
      this.#sent = this.#sent.then(() => time.send());
      await this.#sent;
      const result = await statements.run(this.#session, sql, values);
      if (this.#isBroken) throw connectionLost();
      return result;
    } finally {
      this.#running -= 1;
      if (this.#isBroken) await this.#abandon();
      await time.answer(this.#node);
    }
  }

  release(): void {
    if (this.#isBroken) return;
    this.#end();
  }

  breakOff(): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    if (this.#running === 0) void this.#abandon();
  }

  /** Rolls back what is open, as the database does for a connection that is gone. */
  async #abandon(): Promise<void> {
    if (this.#isOver || this.#running > 0) return;
    this.#isOver = true;
    if (this.#session.isInTransaction) {
      await this.#database.statements.run(this.#session, 'rollback', []).catch(() => undefined);
    }
    this.#end();
  }

  #end(): void {
    this.#open.delete(this);
    this.#sessions.giveBack(this.#session);
  }
}

function connectionLost(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
}
