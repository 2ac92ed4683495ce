/**
 * Runs a function one call at a time. Calls during a run share one more run after it: each caller gets a run that
 * started after its call, and any number of calls costs two runs.
 */
export class Coalesced<Result = void> {
  #current: Promise<Result> | undefined;
  #next: Promise<Result> | undefined;

  get isIdle(): boolean {
    return this.#current === undefined;
  }

  run(work: () => Promise<Result>): Promise<Result> {
    if (!this.#current) return this.#start(work);
    const again = () => this.#start(work);
    this.#next ??= this.#current.then(again, again);
    return this.#next;
  }

  #start(work: () => Promise<Result>): Promise<Result> {
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

/** The same by key: runs of different keys do not wait for each other. */
export function coalesce<Key, Result>(
  nameOf: (key: Key) => string,
  work: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<string, Coalesced<Result>>();
  return (key) => {
    const name = nameOf(key);
    const entry = running.get(name) ?? new Coalesced<Result>();
    running.set(name, entry);
    const result = entry.run(() => work(key));
    const forget = () => {
      if (entry.isIdle && running.get(name) === entry) running.delete(name);
    };
    result.then(forget, forget);
    return result;
  };
}

/** Maximum number of remembered values. */
const SHARED_MAX = 1_000;

/**
 * Returns the same object for equal values, so that a fleet of similar machines stores it once. Callers must not change
 * them.
 */
export function sharing<Value>(): (value: Value) => Value {
  const known = new Map<string | undefined, Value>();
  return (value) => {
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= SHARED_MAX) known.clear();
    known.set(text, value);
    return value;
  };
}
