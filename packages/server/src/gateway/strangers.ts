import { network } from '../platform/network.ts';

/**
 * Connections that have not said yet who they are, counted in all and by address. A whole fleet may come back from
 * behind one router, so an address may take what there is; once half of all places are taken, one that holds more than a
 * quarter of them gets no more, and the others find room.
 */
export class Strangers {
  readonly #max: number;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more, and names what to give back with `leave`; undefined where there is no room for it. */
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
