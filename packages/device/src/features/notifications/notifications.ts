import type { Notification } from '@berth/contract/bridge/methods';

/** Unread messages kept; an administrator who sends more replaces the oldest. */
const KEPT = 20;

/** Messages of administrators, until the machine's user has read them. */
export class Notifications {
  readonly #onChange: (list: readonly Notification[]) => void;
  readonly #onRead: (id: string) => void;
  #list: readonly Notification[] = [];

  constructor(onChange: (list: readonly Notification[]) => void, onRead: (id: string) => void) {
    this.#onChange = onChange;
    this.#onRead = onRead;
  }

  list(): readonly Notification[] {
    return this.#list;
  }

  /** An emergency covers the whole screen. `id` is the command's that brought it. */
  add(id: string, message: string, emergency: boolean): void {
    const added: Notification = { id, message, emergency, receivedAt: new Date().toISOString() };
    this.#set([...this.#list, added].slice(-KEPT));
  }

  dismiss(id: string): void {
    if (!this.#list.some((each) => each.id === id)) return;
    this.#set(this.#list.filter((each) => each.id !== id));
    this.#onRead(id);
  }

  #set(list: readonly Notification[]): void {
    this.#list = list;
    this.#onChange(list);
  }
}
