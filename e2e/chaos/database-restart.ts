import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { isWell } from './lib/fleet.ts';
import { lostSaves, startLoad, wrongAnswers } from './lib/load.ts';
import { heals, type Outcome, pause, percentile } from './lib/outcome.ts';

const PEOPLE = 12;
const RESTARTS = 5;
const PATIENCE_MS = 60_000;

/** The database is shut down cleanly and started again, as for an upgrade, repeatedly under load. */
export async function databaseRestart(environment: ChaosEnvironment): Promise<Outcome> {
  const load = await startLoad(environment, PEOPLE);
  const healing: (number | undefined)[] = [];
  for (let turn = 0; turn < RESTARTS; turn += 1) {
    await pause(1_500);
    await environment.nodes.database.end();
    await pause(200);
    healing.push(await heals(() => isWell(environment), PATIENCE_MS));
  }
  await load.stop();
  const lost = await lostSaves(environment, load);
  const healed = healing.filter((ms) => ms !== undefined);
  const refused = [...load.refused.values()].reduce((sum, times) => sum + times, 0);
  return {
    name: `the database restarted ${RESTARTS} times under load`,
    faults: [
      ...(healed.length < RESTARTS ? ['it did not heal by itself'] : []),
      ...(lost.length > 0 ? [`${lost.length} acknowledged changes are not there`] : []),
      ...wrongAnswers(load),
      ...(load.refused.get(0) ? [`${load.refused.get(0)} calls were not answered`] : []),
    ],
    figures: {
      'acknowledged changes, all there': [...load.saves.values()].reduce((sum, { length }) => sum + length, 0),
      'calls answered 503 meanwhile': refused,
      'ms until all is well, most': percentile(healed, 1),
    },
  };
}
