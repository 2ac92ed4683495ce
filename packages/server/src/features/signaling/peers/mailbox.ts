import { randomUUID } from 'node:crypto';
import { AddressSlots } from '../../../platform/address-slots.ts';

/** How long a message waits for its peer, as in PeerJS's own server. */
const WAIT_MS = 5_000;
/** Maximum number of waiting messages per node: enough for many new calls, but not for a flood. */
const WAITING_MAX = 5_000;

/** Messages that no node has delivered yet. */
export interface Mailbox {
  /**
   * Keeps a message until `delivered` is called with its ID, else calls `expire`. Returns the ID.
   *
   * @param from The IP address of its sender.
   */
  add(address: string, text: string, from: string, expire: () => void): string;
  delivered(id: string): void;
  /** The waiting messages of an address, in order. */
  waitingFor(address: string): { readonly id: string; readonly text: string }[];
  stop(): void;
}

export function createMailbox(): Mailbox {
  const waiting = new Map<string, { address: string; text: string; timer: NodeJS.Timeout; countedAs: string }>();
  const slots = new AddressSlots(WAITING_MAX);
  const take = (id: string) => {
    const entry = waiting.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    waiting.delete(id);
    slots.leave(entry.countedAs);
  };
  return {
    add(address, text, from, expire) {
      const id = randomUUID();
      const countedAs = slots.enter(from);
      if (countedAs === undefined) {
        expire();
        return id;
      }
      const timer = setTimeout(() => {
        take(id);
        expire();
      }, WAIT_MS).unref();
      waiting.set(id, { address, text, timer, countedAs });
      return id;
    },
    delivered: take,
    waitingFor: (address) =>
      [...waiting].filter(([, entry]) => entry.address === address).map(([id, { text }]) => ({ id, text })),
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
