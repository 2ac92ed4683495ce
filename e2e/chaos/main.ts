import { parseArgs } from 'node:util';
import { brokenFrames } from './broken-frames.ts';
import { clonedMachine } from './cloned-machine.ts';
import { databaseRestart } from './database-restart.ts';
import { fullDisk } from './full-disk.ts';
import { halfOpen } from './half-open.ts';
import { killedWhileSaving } from './killed-while-saving.ts';
import { kills } from './kills.ts';
import { type ChaosEnvironment, startChaosEnvironment } from './lib/chaos-environment.ts';
import { type Outcome, report, save } from './lib/outcome.ts';
import { machineParts } from './machine-parts.ts';
import { natsCut } from './nats-cut.ts';
import { slowReaders } from './slow-readers.ts';
import { upgrade } from './upgrade.ts';
import { wrongClock } from './wrong-clock.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    machines: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string' },
    from: { type: 'string' },
    save: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const machines = Number(values.machines);

/** Scenarios that run one after another on one installation of two nodes. */
const TOGETHER: Readonly<Record<string, (environment: ChaosEnvironment) => Promise<Outcome>>> = {
  kills: (environment) => kills(environment, { rounds, seed }),
  saving: killedWhileSaving,
  database: databaseRestart,
  nats: natsCut,
  'half-open': halfOpen,
  frames: brokenFrames,
  slow: slowReaders,
  clone: clonedMachine,
  clock: wrongClock,
};
/** Scenarios that need a separate installation. */
const ALONE: Readonly<Record<string, () => Promise<Outcome>>> = {
  upgrade: () => upgrade({ machines, ...(values.from === undefined ? {} : { from: values.from }) }),
  disk: fullDisk,
  'machine-parts': machineParts,
};
const NAMES = [...Object.keys(TOGETHER), ...Object.keys(ALONE)];

const USAGE = `Breaks an installation of two nodes at random moments under load and checks that every promise is kept.

  --rounds N     kills of a node, the database, NATS or some machines (default 100)
  --machines N   virtual machines (default 20)
  --seed N       repeat the rounds of this seed (default random)
  --only NAMES   comma-separated scenarios: ${NAMES.join(', ')}
  --from COMMIT  version to upgrade from (default the one before the newest migration)
  --save NAME    save the results in e2e/chaos/results
`;

if (values.help) {
  console.log(USAGE);
} else {
  process.exitCode = (await run()) ? 0 : 1;
}

async function run(): Promise<boolean> {
  const only = new Set(values.only?.split(',') ?? NAMES);
  const unknown = [...only].filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown scenario: ${unknown.join(', ')}. Scenarios: ${NAMES.join(', ')}.`);
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome): void => {
    outcomes.push(outcome);
    report(outcome);
  };
  console.log(`seed ${seed}`);
  const together = Object.entries(TOGETHER).filter(([name]) => only.has(name));
  if (together.length > 0) {
    const environment = await startChaosEnvironment(machines);
    try {
      for (const [, breakIt] of together) note(await breakIt(environment));
    } finally {
      await environment.dispose();
    }
  }
  for (const [name, breakIt] of Object.entries(ALONE)) if (only.has(name)) note(await breakIt());
  if (values.save !== undefined) await save(values.save, { seed, machines, rounds }, outcomes);
  const failed = outcomes.filter(({ faults }) => faults.length > 0);
  console.log(`chaos: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}
