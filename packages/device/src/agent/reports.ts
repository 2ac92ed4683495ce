import type { Reported } from '@berth/contract/device/messages';
import type { Link } from '../link/link.ts';

/** Tells the cloud what the machine shows: whole, and only when it changed (contract, Reported). */
export class Reports {
  readonly #current: () => Reported;
  readonly #link: () => Link;
  #sent = '';

  constructor(current: () => Reported, link: () => Link) {
    this.#current = current;
    this.#link = link;
  }

  /** What goes into the authentication, which counts as sent. */
  first(): Reported {
    const reported = this.#current();
    this.#sent = keyOf(reported);
    return reported;
  }

  send(): void {
    const reported = this.#current();
    const key = keyOf(reported);
    if (key === this.#sent) return;
    if (this.#link().send({ type: 'report', reported })) this.#sent = key;
  }
}

// Uptime changes by itself and is no reason to speak.
function keyOf({ uptime: _, ...rest }: Reported): string {
  return JSON.stringify(rest);
}
