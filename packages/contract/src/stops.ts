/** Something that runs until it is stopped. */
export interface Stoppable {
  stop(): void | Promise<void>;
}

/**
 * What was started, to be stopped in the opposite order. The server and the agent each have one list.
 * Node's AsyncDisposableStack does the same, from Node 24 on.
 */
export interface Stops {
  /** Takes over a disposable part, and returns it. */
  use<Part extends Stoppable>(part: Part): Part;
  /** Takes over anything else that is to be undone. */
  defer(stop: () => void | Promise<void>): void;
  /** Stops everything, also when something fails to stop; the failure is thrown at the end. Once only. */
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
