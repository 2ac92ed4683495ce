/** One of several measurements, at a time in any unit. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** Growth of a value per unit of time: slope of the least-squares line. */
export function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [at, value] = [mean((each) => each.at), mean((each) => each.value)];
  const shared = samples.reduce((sum, each) => sum + (each.at - at) * (each.value - value), 0);
  return shared / samples.reduce((sum, each) => sum + (each.at - at) ** 2, 0);
}
