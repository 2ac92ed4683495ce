import { expect, it } from 'vitest';
import { historyOf, sparkline, withRun } from './history.ts';
import type { Figure } from './result.ts';

const at = (day: number) => `2026-11-${day}T00:00:00.000Z`;
const times = (value: number): [Figure, Figure, Figure] => [
  { name: 'a call', unit: 'ms', value },
  { name: 'a call, processor', unit: 'ms', value },
  { name: 'machines', unit: 'count', value },
];

it('compares times of two runs by how quick the computer was at each', () => {
  const quick = withRun([], times(10), { echoMs: 0.1, workMs: 50 }, at(10));
  const runs = withRun(quick, times(20), { echoMs: 0.2, workMs: 100 }, at(11));
  const [call, processor, count] = times(0).map((figure) => historyOf(figure, runs).map(({ value }) => value));
  expect(call).toEqual([100, 100]);
  expect(processor).toEqual([0.2, 0.2]);
  expect(count).toEqual([10, 20]);
});

it('keeps the last twenty runs, and draws those that measured the figure', () => {
  let runs = withRun([], [], { echoMs: 1, workMs: 1 }, at(9));
  for (let day = 10; day < 30; day += 1) runs = withRun(runs, times(day), { echoMs: 1, workMs: 1 }, at(day));
  expect(runs.map(({ measuredAt }) => measuredAt)).toEqual(Array.from({ length: 20 }, (_, index) => at(10 + index)));
  const [figure] = times(0);
  const drawn = sparkline(historyOf(figure, runs));
  expect(drawn).toContain('2026-11-10: 10, 2026-11-11: 11');
  expect(drawn.match(/points="([^"]*)"/)?.[1]?.split(' ')).toHaveLength(20);
  expect(sparkline(historyOf(figure, runs.slice(0, 1)))).toBe('');
});
