import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { escapeLiteral } from 'pg';

/** Settings of one transaction by name, which the tenant policies read. */
export type LocalSettings = Readonly<Record<string, string>>;

/** What is sent together with `begin` and `commit`: a round trip less for each. */
export interface Frame {
  readonly settings: LocalSettings;
  /** Statements before the commit. Their locks are held for no time of this process. */
  readonly last: string[];
  /** The statement that began the transaction; its answer is not awaited before the next one. */
  begun?: Promise<unknown>;
}

const frames = new AsyncLocalStorage<Frame>();

/** Runs a function that begins one transaction with this frame. */
export function withFrame<T>(frame: Frame, run: () => Promise<T>): Promise<T> {
  return frames.run(frame, run);
}

/** The frame of the transaction that this code runs in. */
export function currentFrame(): Frame | undefined {
  return frames.getStore();
}

/** The statement that sets them until the transaction ends. */
export function setLocally(settings: LocalSettings): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, true)`,
  );
  return `select ${calls.join(', ')}`;
}

class FramedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const frame = currentFrame();
    // Without a tenant nothing limits a statement that runs although its transaction did not begin: wait for it.
    if (!frame || Object.keys(frame.settings).length === 0) return super.beginTransaction(connection, settings);
    // The first statement follows without waiting (pipeline mode). If this one fails, the policies hide every row from it.
    frame.begun = connection.executeQuery(CompiledQuery.raw(`begin; ${setLocally(frame.settings)}`));
    frame.begun.catch(() => undefined);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const frame = currentFrame();
    await frame?.begun;
    if (!frame || frame.last.length === 0) return super.commitTransaction(connection);
    // If one fails, the server skips the commit and the error ends the transaction.
    await connection.executeQuery(CompiledQuery.raw([...frame.last, 'commit'].join('; ')));
  }
}

/** PostgreSQL with transactions that begin in their tenant. */
export class FramedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new FramedDriver(this.#config);
  }
}
