import type { FromMachine } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';

/** Maximum number of waiting receipts; the cloud forgets older messages. */
const KEPT = 200;

export interface ReadReceiptsOptions {
  readonly store: Store;
  /** Returns false if there is no connection; `arrived` is called once the cloud has processed the message. */
  readonly send: (message: FromMachine, arrived: () => void) => boolean;
  readonly log: Log;
}

/** Reports which messages were read. Receipts wait for the cloud and survive restarts. */
export class ReadReceipts {
  readonly #options: ReadReceiptsOptions;

  constructor(options: ReadReceiptsOptions) {
    this.#options = options;
  }

  read(id: CommandId): void {
    this.#change((waiting) => [...waiting, id].slice(-KEPT));
    this.#tell(id);
  }

  /** Call when the cloud is connected again. */
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
