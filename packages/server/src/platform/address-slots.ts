import { network } from './addresses.ts';

/**
 * Counts what unauthenticated callers occupy, such as connections, in total and by address. A whole fleet may reconnect
 * from behind one router, so one address can use free slots; once half of all slots are in use, an address with more than
 * a quarter of them gets no more.
 */
export class AddressSlots {
  readonly #max: number;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a slot and returns the key for `leave`; undefined if there is none. */
  enter(address: string | undefined): string | undefined {
    const from = network(address ?? '');
    const held = this.#byAddress.get(from) ?? 0;
    const isGreedy = this.#all >= this.#max / 2 && held >= this.#max / 4;
    if (this.#all >= this.#max || isGreedy) return undefined;
    this.#all += 1;
    this.#byAddress.set(from, held + 1);
    return from;
  }

  leave(from: string): void {
    this.#all -= 1;
    const held = (this.#byAddress.get(from) ?? 0) - 1;
    if (held > 0) this.#byAddress.set(from, held);
    else this.#byAddress.delete(from);
  }
}
