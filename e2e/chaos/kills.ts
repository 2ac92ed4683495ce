import type { ChaosHarbour } from './lib/harbour.ts';
import { lostSaves, startLoad } from './lib/load.ts';
import { heals, type Outcome, pause, percentile } from './lib/outcome.ts';

const PEOPLE = 6;
const PATIENCE_MS = 120_000;
/** A command waits at most ten minutes; these are given to machines that are online, or come back soon. */
const VICTIMS = ['node 1', 'node 2', 'database', 'NATS', 'machines 1', 'machines 2'] as const;
type Victim = (typeof VICTIMS)[number];

/** kill -9 of whatever the dice say, at a random moment under load, again and again. */
export async function kills(
  harbour: ChaosHarbour,
  { rounds, seed }: { readonly rounds: number; readonly seed: number },
): Promise<Outcome> {
  const dice = diceOf(seed);
  const faults: string[] = [];
  const healing: number[] = [];
  const counts: Partial<Record<Victim, number>> = {};
  const load = await startLoad(harbour, PEOPLE);
  for (let round = 1; round <= rounds; round += 1) {
    const victim = VICTIMS[Math.floor(dice() * VICTIMS.length)] ?? 'database';
    counts[victim] = (counts[victim] ?? 0) + 1;
    await pause(200 + dice() * 1_500);
    await kill(harbour, victim, dice() * 1_500);
    const took = await heals(() => isWell(harbour), PATIENCE_MS);
    if (took === undefined) faults.push(`round ${round}: not well ${PATIENCE_MS / 1_000} s after ${victim} was killed`);
    else healing.push(took);
    if (round % 10 === 0) console.log(`       ${round} rounds`);
  }
  await load.stop();
  await pause(2_000);
  const acknowledged = [...load.saves.values()].reduce((sum, { length }) => sum + length, 0);
  const lost = await lostSaves(harbour, load);
  if (lost.length > 0) faults.push(`${lost.length} acknowledged changes are not there: ${lost.slice(0, 5).join(', ')}`);
  const twice = [...harbour.crew.ran].filter(([, times]) => times > 1);
  if (twice.length > 0) faults.push(`${twice.length} commands ran more than once: ${twice[0]?.[0]}`);
  const ran = load.commands.filter(({ id }) => harbour.crew.ran.has(id)).length;
  return {
    name: `kill -9 at random moments, ${rounds} rounds`,
    faults,
    figures: {
      ...counts,
      'acknowledged changes, all there': acknowledged,
      'commands given, and run': `${load.commands.length}, ${ran}, none twice`,
      'refused meanwhile': load.refused,
      'ms until all is well, p50': percentile(healing, 0.5),
      'ms until all is well, most': percentile(healing, 1),
    },
  };
}

async function kill({ nodes, crew }: ChaosHarbour, victim: Victim, downMs: number): Promise<void> {
  const index = victim.endsWith('2') ? 1 : 0;
  if (victim.startsWith('machines')) return crew.restart(index);
  const part = victim === 'database' ? nodes.database : victim === 'NATS' ? nodes.nats : nodes.nodes[index];
  if (!part) throw new Error(`there is no ${victim}`);
  await part.kill();
  await pause(downMs);
  await part.start();
}

/** Every machine is back at every node, and a change is taken by every node. */
async function isWell({ nodes, organizationId, crew, profileId, call }: ChaosHarbour): Promise<boolean> {
  for (let turn = 0; turn < nodes.nodes.length; turn += 1) {
    const summary = await call<{ total: number; offline: number }>(
      'GET',
      `/organization/${organizationId}/machines/summary`,
    );
    if (summary.status !== 200 || summary.reply.total - summary.reply.offline !== crew.machines) return false;
    const { status } = await call('PATCH', `/profiles/${profileId}`, { name: `Crew ${Date.now()}` });
    if (status !== 200) return false;
  }
  return true;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
