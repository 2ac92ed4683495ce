/** What was started, to be stopped in the opposite order. */
export interface Stops {
  add(stop: () => void | Promise<void>): void;
  /** Stops everything, also when one of them fails; the first failure is thrown at the end. Once only. */
  run(): Promise<void>;
}

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
    if (failures.length > 0) throw failures[0];
  };
  return {
    add: (stop) => void stops.push(stop),
    run: () => {
      running ??= runAll();
      return running;
    },
  };
}
