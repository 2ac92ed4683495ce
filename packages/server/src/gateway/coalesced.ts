/**
 * What `coalesce` does, for one piece of work and in a tenth of the memory: a fleet holds two of them for each machine.
 * Calls that come while the work runs share one more run after it.
 */
export class Coalesced {
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  get isIdle(): boolean {
    return this.#current === undefined;
  }

  run(work: () => Promise<void>): Promise<void> {
    if (!this.#current) return this.#start(work);
    const again = () => this.#start(work);
    this.#next ??= this.#current.then(again, again);
    return this.#next;
  }

  #start(work: () => Promise<void>): Promise<void> {
    const current = work();
    this.#current = current;
    this.#next = undefined;
    const end = () => {
      if (this.#current === current && !this.#next) this.#current = undefined;
    };
    current.then(end, end);
    return current;
  }
}
