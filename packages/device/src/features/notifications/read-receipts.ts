import type { FromMachine } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';

/** Tells the cloud which messages were read, also those that were read while it was away. */
export class ReadReceipts {
  readonly #send: (message: FromMachine, arrived: () => void) => boolean;
  readonly #waiting = new Set<string>();

  constructor(send: (message: FromMachine, arrived: () => void) => boolean) {
    this.#send = send;
  }

  read(id: string): void {
    this.#waiting.add(id);
    this.#tell(id);
  }

  /** The cloud is there again. */
  flush(): void {
    for (const id of this.#waiting) this.#tell(id);
  }

  #tell(id: string): void {
    this.#send({ type: 'read', id: id as CommandId }, () => this.#waiting.delete(id));
  }
}
