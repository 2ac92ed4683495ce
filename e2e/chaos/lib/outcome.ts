/** What came of one way of breaking things. */
export interface Outcome {
  readonly name: string;
  /** Promises that were not kept; none is how it should be. */
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, number | string>>;
}

export function report({ name, faults, figures }: Outcome): void {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  for (const [what, value] of Object.entries(figures)) console.log(`         ${what}: ${value}`);
  for (const fault of faults) console.log(`         ! ${fault}`);
}

/** Resolves with how long it took until this held, in milliseconds; undefined where it did not in time. */
export async function heals(holds: () => Promise<boolean>, patienceMs: number): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < patienceMs) {
    if (await holds().catch(() => false)) return Math.round(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return undefined;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
}
