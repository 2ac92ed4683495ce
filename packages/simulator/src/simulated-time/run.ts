import { createHash } from 'node:crypto';
import type { SimulationDatabase } from '@berth/server/testing/simulation/database';
import type { SimulatedNodeOptions } from '@berth/server/testing/simulation/node';
import { type Host, SimulatedClock } from './clock.ts';
import { startFaults } from './faults.ts';
import type { World as Globals } from './globals.ts';
import type { Installation } from './installation.ts';
import {
  findBroken,
  findUnsettled,
  STORED_COMMANDS,
  STORED_MACHINES,
  type StoredCommand,
  type StoredMachine,
} from './invariants.ts';
import { seededRandom } from './random.ts';
import { Administrator, WORKLOAD_CALLS } from './workload.ts';
import { createWorld, type World } from './world.ts';

export interface Run {
  readonly seed: number;
  /** Broken invariants, in words; none for a good run. */
  readonly failures: readonly string[];
  readonly lines: readonly string[];
  /** Of all lines: equal for equal runs. */
  readonly digest: string;
  readonly commands: number;
  readonly simulatedSeconds: number;
}

export interface RunOptions {
  readonly database: SimulationDatabase;
  readonly installation: Installation;
  readonly setGlobals: (globals: Globals) => void;
  readonly loggerTo: (log: (text: string) => void) => SimulatedNodeOptions['logger'];
  readonly plant?: ((world: World) => void) | undefined;
}

/** How often it is looked whether everything is as it should be, and after how long at the latest it must be. */
const LOOK_MS = 10_000;
const SETTLED_MS = 330_000;

/** One run: some minutes of work and faults, then none, until everything is as it should be. */
export async function runSeed(seed: number, options: RunOptions): Promise<Run> {
  const { database, installation } = options;
  const [clock, random] = [new SimulatedClock(), seededRandom(seed)];
  options.setGlobals({ clock, random });
  const lines: string[] = [];
  const log = (text: string) => void lines.push(`${(clock.elapsed / 1_000).toFixed(3).padStart(8)} ${text}`);
  const failures: string[] = [];
  const onLog = (text: string) => {
    log(text);
    // Its own errors a node must not have; that the database was lost is one of the faults.
    if (text.startsWith('logged 50') && !text.includes('Connection terminated')) failures.push(text);
  };
  const onRejection = (reason: unknown) => failures.push(`unhandled rejection: ${String(reason)}`);
  process.on('unhandledRejection', onRejection);
  try {
    const world = await createWorld({
      clock,
      random,
      database,
      endpoints: WORKLOAD_CALLS,
      nodes: random.whole(1, 3),
      identities: installation.identities.slice(0, random.whole(1, installation.identities.length)),
      log,
      logger: options.loggerTo(onLog),
      plant: options.plant,
    });
    failures.push(...(await live(world, options)));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  for (const failure of failures) log(`FAILED ${failure}`);
  log(`${clock.steps} steps`);
  return {
    seed,
    failures,
    lines,
    digest: createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
    commands: lines.filter((line) => line.includes(' acknowledged ')).length,
    simulatedSeconds: Math.round(clock.elapsed / 1_000),
  };
}

async function live(world: World, { database, installation }: RunOptions): Promise<string[]> {
  const { clock, random, nodes, machines, ledger, log } = world;
  const weather: Host = { name: 'faults', isAlive: true, offsetMs: 0 };
  for (const node of nodes) node.start();
  for (const machine of machines) clock.after(random.next() * 3_000, weather, () => machine.boot());
  const until = 5_000 + random.whole(15_000, 60_000);
  const { tenant } = installation;
  new Administrator(clock, random, { tenant, machines, nodes, ledger, log }).work(
    until,
    random.pick([200, 700, 2_000]),
  );
  const kinds = startFaults(world, weather, until);
  // A state is stored unless a later one is: after a step back of a node's clock that takes as long as the step.
  const isStoredLate = kinds.includes('clockStep');
  await clock.runUntil(until);
  log('no more faults');
  for (const { host } of [...machines, ...nodes]) host.offsetMs = 0;

  let unsettled: string[] = [];
  for (let look = until + LOOK_MS; look <= until + SETTLED_MS; look += LOOK_MS) {
    await clock.runUntil(look);
    const commands = await database.rows<StoredCommand>(STORED_COMMANDS);
    const broken = findBroken(ledger, commands);
    if (broken.length > 0) return broken;
    const stored = await database.rows<StoredMachine>(STORED_MACHINES);
    const known = stored.filter(({ id }) => machines.some((machine) => machine.id === id));
    unsettled = findUnsettled(ledger, { commands: reachable(commands, world), machines: known, isStoredLate }, world);
    if (unsettled.length === 0) break;
    log(`not settled: ${unsettled[0]}, and ${unsettled.length - 1} more`);
  }
  return unsettled;
}

/** Commands of schedules for registered machines that do not run in this world are left out. */
function reachable(commands: readonly StoredCommand[], { machines }: World): StoredCommand[] {
  return commands.filter(({ machine }) => machines.some(({ id }) => id === machine));
}
