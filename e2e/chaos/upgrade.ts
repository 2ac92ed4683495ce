import { MAIN } from '../kit/server.ts';
import { startChaosEnvironment } from './lib/chaos-environment.ts';
import { isSettled, isWell } from './lib/fleet.ts';
import { lostSaves, startLoad } from './lib/load.ts';
import { olderVersion } from './lib/older.ts';
import { heals, type Outcome, pause } from './lib/outcome.ts';

const PEOPLE = 8;
const BEFORE_MS = 10_000;
const PATIENCE_MS = 120_000;

/**
 * Replaces two nodes of the previous version one after another, as docs/operations.md describes, while clients save and
 * machines work: migrations run on filled tables, and old and new nodes serve side by side.
 */
export async function upgrade(options: { readonly machines: number; readonly from?: string }): Promise<Outcome> {
  const name = 'an upgrade from the schema before, with traffic running';
  const older = await olderVersion(options.from);
  if (!older) return { name, faults: [], figures: { 'not tried': 'takes the history of the repository' } };
  try {
    const environment = await startChaosEnvironment(options.machines, older.program);
    try {
      const { nodes, fleet } = environment;
      const load = await startLoad(environment, PEOPLE);
      await pause(BEFORE_MS);
      let log = '';
      const healing: (number | undefined)[] = [];
      for (const node of nodes.nodes) {
        nodes.balance(nodes.nodes.filter((each) => each !== node));
        log += node.log();
        await node.stop();
        await node.start(MAIN);
        nodes.balance(nodes.nodes);
        healing.push(await heals(() => isWell(environment), PATIENCE_MS));
      }
      await load.stop();
      const settled = await heals(() => isSettled(environment), PATIENCE_MS);
      const lost = await lostSaves(environment, load);
      const twice = [...fleet.ran.values()].filter((times) => times.length > 1).length;
      const never = load.commands.filter(({ id }) => !fleet.ran.has(id)).length;
      const failed = [...load.refused].filter(([status]) => status > 0);
      return {
        name,
        faults: [
          ...(healing.includes(undefined) ? ['it was not well after a node was replaced'] : []),
          ...(settled === undefined ? ['commands of machines that are online did not end'] : []),
          ...(lost.length > 0 ? [`${lost.length} acknowledged changes are not there`] : []),
          ...(twice > 0 ? [`${twice} commands ran more than once`] : []),
          ...(never > 0 ? [`${never} commands never ran`] : []),
          ...causes(log),
          ...failed.map(([status, times]) => `${times} answers ${status}`),
        ],
        figures: {
          'migrations that ran': older.migrations,
          'acknowledged changes, all there': [...load.saves.values()].reduce((sum, { length }) => sum + length, 0),
          'commands given, each ran once': load.commands.length,
          'calls cut off with their connection': load.refused.get(0) ?? 0,
        },
      };
    } finally {
      await environment.dispose();
    }
  } finally {
    await older.dispose();
  }
}

/** Distinct causes of failed calls in the old nodes' log. */
function causes(log: string): string[] {
  const messages = log.split('\n').flatMap((line) => /"message":"([^"]+)"/.exec(line)?.[1] ?? []);
  return [...new Set(messages)];
}
