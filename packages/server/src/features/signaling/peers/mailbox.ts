import { randomUUID } from 'node:crypto';

/** How long a message waits for its peer, as in PeerJS's own server. */
const WAIT_MS = 5_000;
/** Maximum number of waiting messages per node: enough for many new calls, but not for a flood. */
const WAITING_MAX = 5_000;

/** Messages that no node has delivered yet. */
export interface Mailbox {
  /** Keeps a message until `delivered` is called with its ID, else calls `expire`. Returns the ID. */
  add(address: string, text: string, expire: () => void): string;
  delivered(id: string): void;
  /** The waiting messages of an address, in order. */
  waitingFor(address: string): { readonly id: string; readonly text: string }[];
  stop(): void;
}

export function createMailbox(): Mailbox {
  const waiting = new Map<string, { address: string; text: string; timer: NodeJS.Timeout }>();
  return {
    add(address, text, expire) {
      const id = randomUUID();
      if (waiting.size >= WAITING_MAX) {
        expire();
        return id;
      }
      const timer = setTimeout(() => {
        waiting.delete(id);
        expire();
      }, WAIT_MS).unref();
      waiting.set(id, { address, text, timer });
      return id;
    },
    delivered(id) {
      clearTimeout(waiting.get(id)?.timer);
      waiting.delete(id);
    },
    waitingFor: (address) =>
      [...waiting].filter(([, entry]) => entry.address === address).map(([id, { text }]) => ({ id, text })),
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
