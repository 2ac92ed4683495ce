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

/** The log that administrators read (spec chapter 3, log entry types). Kept until the cloud has it. */
export class Logs {
  readonly #store: Store;
  readonly #send: (message: FromMachine) => boolean;
  readonly #log: Log;

  constructor(store: Store, send: (message: FromMachine) => boolean, log: Log) {
    this.#store = store;
    this.#send = send;
    this.#log = log;
  }

  add(type: LogEntry['type'], message: string): void {
    const entry = { id: randomUUID(), time: new Date().toISOString(), type, message: message.slice(0, MESSAGE_MAX) };
    this.#change((logs) => [...logs, entry].slice(-KEPT));
    this.flush();
  }

  /** Sends waiting entries if connected. */
  flush(): void {
    for (;;) {
      const entries = this.#store.state.logs.slice(0, BATCH);
      if (entries.length === 0 || !this.#send({ type: 'log', entries })) return;
      const sent = new Set(entries.map(({ id }) => id));
      this.#change((logs) => logs.filter(({ id }) => !sent.has(id)));
    }
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
