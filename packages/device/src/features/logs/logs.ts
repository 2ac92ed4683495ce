import { randomUUID } from 'node:crypto';
import type { LogEntry } from '@berth/contract/api/machines';
import type { FromMachine } from '@berth/contract/device/messages';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';

/** Entries kept while offline; the oldest are dropped first. */
const KEPT = 200;
const MESSAGE_MAX = 2_000;
/** Maximum number of entries in one message (contract). */
const BATCH = 50;

/** Returns false if there is no connection; `arrived` is called once the cloud has processed the message. */
type Send = (message: FromMachine, arrived: () => void) => boolean;

/** The log that administrators read (spec chapter 3, log entry types). Kept until the cloud has it. */
export class Logs {
  readonly #store: Store;
  readonly #send: Send;
  readonly #log: Log;
  /** IDs of entries on their way through this connection, with which they can be lost. */
  readonly #sent = new Set<string>();

  constructor(store: Store, send: Send, log: Log) {
    this.#store = store;
    this.#send = send;
    this.#log = log;
  }

  add(type: LogEntry['type'], message: string): void {
    const entry = { id: randomUUID(), time: new Date().toISOString(), type, message: message.slice(0, MESSAGE_MAX) };
    this.#change((logs) => [...logs, entry].slice(-KEPT));
    this.#sendWaiting();
  }

  /** Call when the cloud is connected again: it stores an entry that arrives twice once. */
  flush(): void {
    this.#sent.clear();
    this.#sendWaiting();
  }

  #sendWaiting(): void {
    for (;;) {
      const entries = this.#store.state.logs.filter(({ id }) => !this.#sent.has(id)).slice(0, BATCH);
      if (entries.length === 0 || !this.#send({ type: 'log', entries }, () => this.#arrived(entries))) return;
      for (const { id } of entries) this.#sent.add(id);
    }
  }

  #arrived(entries: readonly LogEntry[]): void {
    const arrived = new Set(entries.map(({ id }) => id));
    this.#change((logs) => logs.filter(({ id }) => !arrived.has(id)));
    for (const id of arrived) this.#sent.delete(id);
  }

  #change(change: (logs: readonly LogEntry[]) => LogEntry[]): void {
    this.#store
      .update((state) => ({ ...state, logs: change(state.logs) }))
      .catch((error) => this.#log.error({ error: String(error) }, 'log entries are not kept'));
  }
}

/** The agent's log, with warnings copied as DEBUG entries into the administrators' log. */
export function withDebugEntries(log: Log, add: (message: string) => void): Log {
  const warn = (fields: object, ...rest: unknown[]): void => {
    Reflect.apply(log.warn, log, [fields, ...rest]);
    add([...rest, ...(Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : [])].join(' '));
  };
  return { debug: log.debug.bind(log), info: log.info.bind(log), warn, error: log.error.bind(log) };
}
