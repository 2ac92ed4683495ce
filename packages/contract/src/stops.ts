/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): void | Promise<void>;
}

/**
 * Started parts, to be stopped in reverse order. The server and the agent each have one list.
 * Like Node's AsyncDisposableStack (Node 24).
 */
export interface Stops {
  /** Adds a disposable part, and returns it. */
  use<Part extends Stoppable>(part: Part): Part;
  /** Adds a function that undoes something else. */
  defer(stop: () => void | Promise<void>): void;
  /** Stops everything, even if a part fails to stop; its error is thrown at the end. Only once. */
  run(): Promise<void>;
}

/** An empty list. */
export function createStops(): Stops {
  const stops: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async () => {
    const failures: unknown[] = [];
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} parts did not stop.`);
    if (failures.length === 1) throw failures[0];
  };
  return {
    use: (part) => {
      stops.push(() => part.stop());
      return part;
    },
    defer: (stop) => void stops.push(stop),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
