/**
 * Runs one piece of work at a time. Calls during a run share one more run after it: each caller gets a run that
 * started after its call, and a flood of calls costs two runs.
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

/** The same for work that has a key: what is asked for one does not wait for another. */
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

/** Values that are remembered for sharing, at most. */
const SHARED_MAX = 1_000;

/** Gives the same value for equal ones, so that a fleet whose machines are alike holds it once. They must not be changed. */
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
