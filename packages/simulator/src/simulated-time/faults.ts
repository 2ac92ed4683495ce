import type { Host, SimulatedClock } from './clock.ts';
import type { CloudNode } from './cloud-node.ts';
import type { Connections } from './connections.ts';
import type { SimulatedMachine } from './machine.ts';
import type { SimulatedNats } from './nats.ts';
import type { Random } from './random.ts';

export interface Breakable {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly connections: Connections;
  readonly nats: SimulatedNats;
  readonly machines: readonly SimulatedMachine[];
  readonly nodes: readonly CloudNode[];
  /** Statements take long until this time. */
  slowDatabase(ms: number): void;
  readonly log: (text: string) => void;
}

type Fault = (world: Breakable) => string;

const NAMES_OF_STEPS = { back: -1, forward: 1 } as const;

/** Everything that may go wrong; each returns what it did. */
const FAULTS: Readonly<Record<string, Fault>> = {
  cut: ({ connections, random }) => {
    const { open } = connections;
    if (open.length > 0) random.pick(open).cut();
    return 'a connection is cut';
  },
  silence: ({ connections, random }) => {
    const { open } = connections;
    if (open.length > 0) random.pick(open).silence();
    return 'a connection falls silent';
  },
  stall: ({ connections, random }) => {
    const ms = random.whole(1_000, 40_000);
    const { open } = connections;
    if (open.length > 0) random.pick(open).stall(ms);
    return `a connection stalls for ${ms} ms`;
  },
  isolate: ({ connections, machines, random }) => {
    const [machine, ms] = [random.pick(machines), random.whole(5_000, 60_000)];
    connections.isolate(machine.host, ms);
    return `${machine.name} has no network for ${ms} ms`;
  },
  slowNetwork: ({ connections, random }) => {
    const ms = random.whole(1_000, 20_000);
    connections.slowDown(ms);
    return `the network is slow for ${ms} ms`;
  },
  agentCrash: ({ machines, random }) => {
    const machine = random.pick(machines);
    machine.crash();
    return `the agent of ${machine.name} crashes`;
  },
  powerCut: ({ machines, random }) => {
    const [machine, ms] = [random.pick(machines), random.whole(0, 30_000)];
    machine.cutPower(ms);
    return `${machine.name} has no power for ${ms} ms`;
  },
  nodeKill: ({ nodes, random }) => {
    const [node, ms, isPowerCut] = [random.pick(nodes), random.whole(500, 15_000), random.chance(0.3)];
    node.kill(ms, isPowerCut);
    return `${node.host.name} ${isPowerCut ? 'loses power' : 'is killed'} for ${ms} ms`;
  },
  nodeRestart: ({ nodes, random }) => {
    const [node, ms] = [random.pick(nodes), random.whole(500, 5_000)];
    node.restart(ms);
    return `${node.host.name} restarts`;
  },
  nats: ({ nodes, nats, random }) => {
    const [node, ms] = [random.pick(nodes), random.whole(200, 30_000)];
    nats.interrupt(node.host, ms);
    return `${node.host.name} has no NATS for ${ms} ms`;
  },
  databaseLost: ({ nodes, random }) => {
    const node = random.pick(nodes);
    node.loseDatabase();
    return `${node.host.name} loses its database connections`;
  },
  slowDatabase: (world) => {
    const ms = world.random.whole(500, 10_000);
    world.slowDatabase(ms);
    return `the database is slow for ${ms} ms`;
  },
  clockStep: ({ machines, nodes, random }) => {
    const { host } = random.pick<{ readonly host: Host }>([...machines, ...nodes]);
    const direction = random.pick(['back', 'forward'] as const);
    const ms = random.pick([500, 5_000, 60_000, 3_600_000]);
    host.offsetMs = NAMES_OF_STEPS[direction] * ms;
    return `the clock of ${host.name} steps ${direction} by ${ms} ms`;
  },
};

/**
 * Lets some kinds of faults happen, until the given time: each run has its own kinds, and its own frequency. Returns the
 * kinds.
 */
export function startFaults(world: Breakable, host: Host, until: number): readonly string[] {
  const { clock, random, log } = world;
  const kinds = Object.keys(FAULTS).filter(() => random.chance(0.5));
  const everyMs = random.pick([2_000, 5_000, 10_000]);
  if (kinds.length === 0) return kinds;
  log(`faults: ${kinds.join(', ')}, every ${everyMs} ms`);
  const next = () => {
    if (clock.elapsed >= until) return;
    const fault = FAULTS[random.pick(kinds)];
    if (fault) log(fault(world));
    clock.after(random.next() * 2 * everyMs, host, next);
  };
  clock.after(random.next() * 2 * everyMs, host, next);
  return kinds;
}
