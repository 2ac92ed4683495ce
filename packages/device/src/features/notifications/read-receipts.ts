import type { FromMachine } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';

/** Receipts that wait for the cloud; it forgets what is older than so many messages. */
const KEPT = 200;

export interface ReadReceiptsOptions {
  readonly store: Store;
  /** False: the cloud is away. `arrived` is called once it has the message. */
  readonly send: (message: FromMachine, arrived: () => void) => boolean;
  readonly log: Log;
}

/** Tells the cloud which messages were read, also those that were read while it was away or before a restart. */
export class ReadReceipts {
  readonly #options: ReadReceiptsOptions;

  constructor(options: ReadReceiptsOptions) {
    this.#options = options;
  }

  read(id: CommandId): void {
    this.#change((waiting) => [...waiting, id].slice(-KEPT));
    this.#tell(id);
  }

  /** The cloud is connected again. */
  flush(): void {
    for (const id of this.#options.store.state.messages.read) this.#tell(id);
  }

  #tell(id: CommandId): void {
    this.#options.send({ type: 'read', id }, () => this.#change((waiting) => waiting.filter((each) => each !== id)));
  }

  #change(change: (waiting: readonly CommandId[]) => CommandId[]): void {
    const { store, log } = this.#options;
    store
      .update((state) => ({ ...state, messages: { ...state.messages, read: change(state.messages.read) } }))
      .catch((error) => log.error({ error: String(error) }, 'receipts are not kept'));
  }
}
