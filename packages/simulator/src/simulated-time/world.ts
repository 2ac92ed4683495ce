import type { Endpoint } from '@berth/contract/api/endpoint';
import type { ClientConfig } from '@berth/contract/api/service';
import { GATEWAY_PATH } from '@berth/contract/device/messages';
import type { UserId } from '@berth/contract/ids';
import type { Identity } from '@berth/device/state/identity';
import type { OpenDatabase, SimulatedTime, SimulationDatabase } from '@berth/server/testing/simulation/database';
import type { SimulatedNodeOptions } from '@berth/server/testing/simulation/node';
import type { Host, SimulatedClock } from './clock.ts';
import { CloudNode } from './cloud-node.ts';
import { Connections } from './connections.ts';
import { SimulatedDisk } from './disk.ts';
import { Ledger } from './ledger.ts';
import { SimulatedMachine } from './machine.ts';
import { SimulatedNats } from './nats.ts';
import type { Random } from './random.ts';

export const PUBLIC_URL = 'http://cloud.simulated';
export const CALLER = { userId: '00000000-0000-4000-8000-000000000001' as UserId, email: 'admin@example.org' };

/** The longest delay of a statement or its answer, in milliseconds. */
const STATEMENT_MS = { usual: 4, slow: 3_000 };

export interface WorldOptions {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly database: SimulationDatabase;
  readonly endpoints: readonly Endpoint[];
  readonly nodes: number;
  readonly identities: readonly Identity[];
  readonly log: (text: string) => void;
  readonly logger: SimulatedNodeOptions['logger'];
  /** Changes parts of the world, to prove that a fault in them is found. */
  readonly plant?: ((world: World) => void) | undefined;
}

/** Nodes, machines and what is between them. Nothing runs yet. */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly connections: Connections;
  readonly nats: SimulatedNats;
  readonly nodes: readonly CloudNode[];
  readonly machines: readonly SimulatedMachine[];
  readonly ledger: Ledger;
  readonly database: SimulationDatabase;
  readonly log: (text: string) => void;
  slowDatabase(ms: number): void;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const { clock, random, database, log, logger, endpoints } = options;
  const ledger = new Ledger();
  const nats = new SimulatedNats(clock, random);
  const network: Host = { name: 'network', isAlive: true, offsetMs: 0 };
  let slowUntil = 0;
  const way = () => random.next() * (clock.elapsed < slowUntil ? STATEMENT_MS.slow : STATEMENT_MS.usual);
  const time: SimulatedTime = {
    now: () => clock.time,
    outside: (work) => clock.outside(work),
    send: () => clock.sleep(way(), network),
    answer: (node) => clock.sleep(way(), node as Host),
  };
  const open: OpenDatabase = await database.reset(time);
  const onGone = (host: Host, isPowerCut: boolean) => connections.lose(host, isPowerCut);
  const rest = { logger, secret: database.secret, publicUrl: PUBLIC_URL, endpoints, caller: CALLER };
  const nodes = Array.from(
    { length: options.nodes },
    (_, index) =>
      new CloudNode({
        name: `node ${index + 1}`,
        clock,
        openDatabase: (host) => open.openFor(host),
        openNats: (host) => nats.open(host),
        rest,
        onGone,
      }),
  );
  const connections = new Connections(clock, random, nodes, log);
  const machines = options.identities.map((identity, index) => {
    const machine: SimulatedMachine = new SimulatedMachine({
      name: `machine ${index + 1}`,
      identity,
      clock,
      random,
      disk: new SimulatedDisk(clock, random),
      cloud: (host) => ({ server: new URL(PUBLIC_URL), config: CONFIG, connect: () => connections.connect(host) }),
      onGone,
      onEvent: ({ name }, event) => {
        if (event.event === 'ran') ledger.ran(event.id);
        log(`${name}: ${Object.values(event).join(' ')}`);
      },
    });
    return machine;
  });
  const world: World = {
    clock,
    random,
    connections,
    nats,
    nodes,
    machines,
    ledger,
    database,
    log,
    slowDatabase: (ms) => {
      slowUntil = clock.elapsed + ms;
    },
  };
  options.plant?.(world);
  return world;
}

const KNOWN: ClientConfig = {
  version: 'simulated',
  releaseChannel: 'development',
  apiBase: `${PUBLIC_URL}/api`,
  demoApiBase: null,
  gateway: `${PUBLIC_URL.replace('http', 'ws')}${GATEWAY_PATH}`,
  identity: {
    authority: PUBLIC_URL,
    clientId: 'console',
    machineClientId: 'machine',
    scope: 'openid',
    implicit: false,
  },
  signaling: [PUBLIC_URL, PUBLIC_URL, PUBLIC_URL],
  cloudHosts: [],
  errorReporting: null,
};
const CONFIG = { known: KNOWN, load: async () => KNOWN, forget: () => undefined };
