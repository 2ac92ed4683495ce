import type { Figure } from './result.ts';
import type { Ruler } from './ruler.ts';

/** An earlier run of a benchmark. */
export interface Run {
  readonly measuredAt: string;
  readonly ruler: Ruler;
  /** By the figure's name. */
  readonly values: Readonly<Record<string, number>>;
}

/** Runs that are kept, the newest last. */
const RUNS_KEPT = 20;

export function withRun(runs: readonly Run[], figures: readonly Figure[], ruler: Ruler, measuredAt: string): Run[] {
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  return [...runs, { measuredAt, ruler, values }].slice(-RUNS_KEPT);
}

/** A figure over the kept runs, as multiples of the ruler where that decides it. */
export function historyOf({ name, unit }: Figure, runs: readonly Run[]): readonly { at: string; value: number }[] {
  return runs.flatMap(({ measuredAt, ruler, values }) => {
    const value = values[name];
    return value === undefined ? [] : [{ at: measuredAt, value: value / rulerFor(name, unit, ruler) }];
  });
}

/** What a figure is compared with: times of the processor with computing, other times with an echo. */
function rulerFor(name: string, unit: Figure['unit'], { echoMs, workMs }: Ruler): number {
  if (unit !== 'ms' && unit !== 's') return 1;
  return name.includes('processor') ? workMs : echoMs;
}

const [WIDTH, HEIGHT] = [96, 20];

/** A line through the values of a figure's runs, from zero; empty with fewer than two. */
export function sparkline(history: readonly { readonly at: string; readonly value: number }[]): string {
  if (history.length < 2) return '';
  const top = Math.max(...history.map(({ value }) => value)) || 1;
  const points = history.map(({ value }, index) => {
    const x = 2 + (index / (history.length - 1)) * (WIDTH - 4);
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1)}`;
  });
  const told = history.map(({ at, value }) => `${at.slice(0, 10)}: ${Number(value.toPrecision(3))}`).join(', ');
  return `<svg class="history" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${told}"><title>${told}</title><polyline points="${points.join(' ')}" fill="none" stroke="var(--ours)" stroke-width="1.5"/></svg>`;
}
