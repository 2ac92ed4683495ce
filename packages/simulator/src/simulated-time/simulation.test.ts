import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulation, startSimulation } from './simulation.ts';

let simulation: Simulation;
beforeAll(async () => {
  simulation = await startSimulation();
});
afterAll(() => simulation.stop());

// 80015 and 80047: a node restarts while it is cut off from the others.
it.each([1, 3, 80015, 80047])(
  'seed %i loses nothing, runs nothing twice, and ends with every machine as it should be',
  async (seed) => {
    const { failures, commands } = await simulation.run(seed);
    expect(failures).toEqual([]);
    expect(commands).toBeGreaterThan(0);
  },
);

it('a seed repeats every step', async () => {
  const [first, second] = [await simulation.run(4), await simulation.run(4)];
  expect(second.lines).toEqual(first.lines);
});

it.each([
  ['forgotten-commands', 'run twice', 9],
  ['unstored-commands', 'lost: command', 1],
  ['unchanged-profile', 'shows revision', 3],
] as const)('a planted fault is found: %s', async (planted, failure, first) => {
  let failures = '';
  // The first seed finds it, as long as runs draw the same numbers.
  for (let seed = first; seed < first + 20 && !failures.includes(failure); seed += 1) {
    failures = (await simulation.run(seed, planted)).failures.join();
  }
  expect(failures).toContain(failure);
});
