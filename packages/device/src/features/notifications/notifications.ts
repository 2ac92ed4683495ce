import { randomUUID } from 'node:crypto';
import type { Notification } from '@berth/contract/bridge/methods';

/** Unread messages kept; an administrator who sends more replaces the oldest. */
const KEPT = 20;

/** Messages of administrators, until the machine's user has read them. */
export class Notifications {
  readonly #onChange: (list: readonly Notification[]) => void;
  #list: readonly Notification[] = [];

  constructor(onChange: (list: readonly Notification[]) => void) {
    this.#onChange = onChange;
  }

  list(): readonly Notification[] {
    return this.#list;
  }

  /** An emergency covers the whole screen. */
  add(message: string, emergency: boolean): void {
    const added: Notification = { id: randomUUID(), message, emergency, receivedAt: new Date().toISOString() };
    this.#set([...this.#list, added].slice(-KEPT));
  }

  dismiss(id: string): void {
    this.#set(this.#list.filter((each) => each.id !== id));
  }

  #set(list: readonly Notification[]): void {
    this.#list = list;
    this.#onChange(list);
  }
}
