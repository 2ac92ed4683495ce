import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Processes single items in batches: items that arrive during a batch form the next one. One machine is served right
 * away; a reconnecting fleet costs a few batches instead of thousands of calls. A failed batch fails for each of its
 * items.
 */
export function createBatcher<Item, Result>(options: {
  /** Only items of one group are in the same batch. */
  readonly groupOf: (item: Item) => string;
  /** Results in the order of the items. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum number of concurrent batches. */
  readonly atOnce: number;
  /** Maximum number of items per batch. */
  readonly most: number;
  /** How long the next batch waits to become larger, in milliseconds: in a rush, few large batches cost less. */
  readonly gatherMs?: number;
}): (item: Item) => Promise<Result> {
  const { groupOf, work, atOnce, most, gatherMs = 0 } = options;
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const groups = new Map<string, Waiting[]>();
  let running = 0;

  /** The oldest items of the oldest group; the rest of a large group waits behind the others. */
  function take(): Waiting[] {
    const [next] = groups;
    if (!next) return [];
    const [name, waiting] = next;
    groups.delete(name);
    if (waiting.length > most) groups.set(name, waiting.slice(most));
    return waiting.slice(0, most);
  }

  async function run(): Promise<void> {
    for (let batch = take(); batch.length > 0; batch = take()) {
      try {
        const results = await work(batch.map(({ item }) => item));
        // One per item.
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (gatherMs > 0) await sleep(gatherMs);
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const name = groupOf(item);
      const waiting = groups.get(name);
      if (waiting) waiting.push({ item, resolve, reject });
      else groups.set(name, [{ item, resolve, reject }]);
      if (running >= atOnce) return;
      running += 1;
      // After all items of the same tick.
      queueMicrotask(() => void run());
    });
}
