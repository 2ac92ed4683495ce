import type { Notification } from '@berth/contract/bridge/methods';
import type { CommandId } from '@berth/contract/ids';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';

/** Maximum number of unread messages; a new message then replaces the oldest. */
const KEPT = 20;

export interface NotificationsOptions {
  readonly store: Store;
  readonly onChange: (list: readonly Notification[]) => void;
  readonly onRead: (id: CommandId) => void;
  readonly log: Log;
}

/** Administrators' messages, stored until the machine's user has read them. */
export class Notifications {
  readonly #options: NotificationsOptions;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  list(): readonly Notification[] {
    return this.#options.store.state.messages.unread;
  }

  /** Adds a message. An emergency covers the whole screen. `id` is that of its command. */
  add(id: CommandId, message: string, emergency: boolean): void {
    const added: Notification = { id, message, emergency, receivedAt: new Date().toISOString() };
    this.#set([...this.list(), added].slice(-KEPT));
  }

  dismiss(id: string): void {
    const read = this.list().find((each) => each.id === id);
    if (!read) return;
    this.#set(this.list().filter((each) => each !== read));
    this.#options.onRead(read.id as CommandId);
  }

  #set(unread: Notification[]): void {
    const { store, onChange, log } = this.#options;
    store
      .update((state) => ({ ...state, messages: { ...state.messages, unread } }))
      .catch((error) => log.error({ error: String(error) }, 'messages are not kept'));
    onChange(unread);
  }
}
