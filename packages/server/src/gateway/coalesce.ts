/**
 * Runs `work` for one key at a time. Calls during a run share one more run after it: each caller gets a run that
 * started after its call, and a flood of calls costs two runs.
 */
export function coalesce<Key, Result>(
  nameOf: (key: Key) => string,
  work: (key: Key) => Promise<Result>,
): (key: Key) => Promise<Result> {
  const running = new Map<string, { current: Promise<Result>; next: Promise<Result> | undefined }>();

  function start(key: Key): Promise<Result> {
    const name = nameOf(key);
    const entry = { current: work(key), next: undefined };
    running.set(name, entry);
    const end = () => {
      if (running.get(name) === entry && entry.next === undefined) running.delete(name);
    };
    entry.current.then(end, end);
    return entry.current;
  }

  return (key) => {
    const entry = running.get(nameOf(key));
    if (!entry) return start(key);
    entry.next ??= entry.current.then(
      () => start(key),
      () => start(key),
    );
    return entry.next;
  };
}

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
