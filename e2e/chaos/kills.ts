import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { commandStates, failures, isSettled, isWell } from './lib/fleet.ts';
import { type Load, lostSaves, startLoad, wrongAnswers } from './lib/load.ts';
import { heals, type Outcome, pause, percentile } from './lib/outcome.ts';

const PEOPLE = 6;
const PATIENCE_MS = 120_000;
const SETTLING_MS = 60_000;
/** Result of a command whose machine was killed while it ran: the outcome is unknown, so it is not repeated. */
const CUT_OFF = 'The agent ended while it ran.';
/** Share of rounds in which a second part is killed while the first is down. */
const TWO_AT_ONCE = 0.2;
const VICTIMS = ['node 1', 'node 2', 'database', 'NATS', 'machines 1', 'machines 2'] as const;
export type Victim = (typeof VICTIMS)[number];

/** Kills random parts with SIGKILL at random moments under load, repeatedly. */
export async function kills(
  environment: ChaosEnvironment,
  { rounds, seed }: { readonly rounds: number; readonly seed: number },
): Promise<Outcome> {
  const dice = diceOf(seed);
  const victim = () => VICTIMS[Math.floor(dice() * VICTIMS.length)] ?? 'database';
  const drawn = Array.from({ length: rounds }, () => {
    const first = victim();
    const second = dice() < TWO_AT_ONCE ? victim() : first;
    return second === first ? [first] : [first, second];
  });
  const name = `kill -9 at random moments, ${rounds} rounds`;
  return { ...(await killEach(environment, drawn, dice)), name };
}

/** Kills these parts, one per round, under load; then checks that every promise was kept. */
async function killEach(
  environment: Omit<ChaosEnvironment, 'dispose'>,
  rounds: readonly (readonly Victim[])[],
  dice: () => number = Math.random,
): Promise<Outcome> {
  const faults: string[] = [];
  const healing: number[] = [];
  const counts: Partial<Record<Victim, number>> = {};
  let slowest: readonly Victim[] = [];
  const replacedBefore = environment.fleet.replaced();
  const load = await startLoad(environment, PEOPLE);
  for (const [round, victims] of rounds.entries()) {
    await pause(200 + dice() * 1_500);
    for (const victim of victims) counts[victim] = (counts[victim] ?? 0) + 1;
    await Promise.all(victims.map((victim) => kill(environment, victim, dice() * 500, dice() * 1_500)));
    const took = await heals(() => isWell(environment), PATIENCE_MS);
    if (took !== undefined && took > Math.max(0, ...healing)) slowest = victims;
    if (took === undefined) faults.push(`round ${round + 1}: not well ${PATIENCE_MS / 1_000} s after ${victims}`);
    else healing.push(took);
    if ((round + 1) % 10 === 0) console.log(`       ${round + 1} rounds`);
  }
  await load.stop();
  const settled = await heals(() => isSettled(environment), SETTLING_MS);
  const replaced = environment.fleet.replaced() - replacedBefore;
  const failed = await failures(environment);
  return {
    name: 'kill -9 of each part',
    faults: [
      ...faults,
      ...(settled === undefined ? ['commands of machines that are online did not end'] : []),
      ...(await broken(environment, load)),
      ...wrongAnswers(load),
      // Each is one machine; treating it as two blocks it for minutes.
      ...(replaced > 0 ? [`${replaced} machines were taken for copies of themselves`] : []),
      ...Object.keys(failed).flatMap((reason) => (reason === CUT_OFF ? [] : [`a command failed: ${reason}`])),
    ],
    figures: {
      ...counts,
      'acknowledged changes, all there': [...load.saves.values()].reduce((sum, { length }) => sum + length, 0),
      'commands given': load.commands.length,
      'commands that ran, none twice': load.commands.filter(({ id }) => environment.fleet.ran.has(id)).length,
      'commands by state, the newest hundred of each machine': JSON.stringify(await commandStates(environment)),
      'of them cut off with their machine': failed[CUT_OFF] ?? 0,
      'calls refused meanwhile, by status': JSON.stringify(Object.fromEntries(load.refused)),
      'ms until all is well, p50': percentile(healing, 0.5),
      'ms until all is well, most': percentile(healing, 1),
      'most after': slowest.join(', '),
    },
  };
}

/** The broken promises. */
async function broken(environment: Omit<ChaosEnvironment, 'dispose'>, load: Load): Promise<string[]> {
  const { ran } = environment.fleet;
  const lost = await lostSaves(environment, load);
  const twice = [...ran].filter(([, times]) => times.length > 1);
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged changes are not there: ${lost.slice(0, 5)}`] : []),
    ...(twice.length > 0 ? [`${twice.length} commands ran more than once: ${twice[0]?.[0]}`] : []),
  ];
}

async function kill(
  { nodes, fleet }: Pick<ChaosEnvironment, 'nodes' | 'fleet'>,
  victim: Victim,
  afterMs: number,
  downMs: number,
): Promise<void> {
  await pause(afterMs);
  const index = victim.endsWith('2') ? 1 : 0;
  if (victim.startsWith('machines')) return fleet.restart(index);
  const part = victim === 'database' ? nodes.database : victim === 'NATS' ? nodes.nats : nodes.nodes[index];
  if (!part) throw new Error(`there is no ${victim}`);
  await part.kill();
  await pause(downMs);
  await part.start();
}

/** Random numbers from 0 to 1, reproducible by seed (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
