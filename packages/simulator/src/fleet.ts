import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentEvent } from '@berth/device/agent';
import { cloudConfig } from '@berth/device/link/cloud-config';
import { createIdentity, openIdentity } from '@berth/device/state/identity';
import { openStore, type Store } from '@berth/device/state/store';
import { silentLog } from '@berth/device/system/log';
import { type BadNetworkOptions, openBadNetwork } from './bad-network.ts';
import { identityFrom, type MachineSettings, type Registration, register } from './registration.ts';
import { sharingStores, slowStore } from './stores.ts';
import { VirtualMachine } from './virtual-machine.ts';

export interface FleetOptions {
  readonly server: URL;
  readonly machines: number;
  /** Machines started per second; a simultaneous start is a separate test. */
  readonly perSecond: number;
  /** Null: the machines have no organization and wait to be registered. */
  readonly registration:
    | (Omit<Registration, 'apiBase'> & { readonly settingsOf: (index: number) => MachineSettings })
    | null;
  /** The machines register themselves with it. */
  readonly enrollmentCode?: string | undefined;
  /** A text from which the machines' keys are derived; undefined: random keys. */
  readonly keys?: string | undefined;
  /** Folder for keys and states, with a subfolder per machine; undefined: in memory only. */
  readonly stateFolder?: string | undefined;
  /** Network between the machines and their gateway; undefined: no faults. */
  readonly network?: BadNetworkOptions | undefined;
  /** Milliseconds that a machine takes to store state, like a slow disk. */
  readonly slowMs?: number | undefined;
  readonly onEvent?: ((machine: VirtualMachine, event: AgentEvent) => void) | undefined;
}

export interface Fleet {
  readonly machines: readonly VirtualMachine[];
  /** Number of machines connected to the cloud. */
  readonly online: number;
  stop(): Promise<void>;
}

/** Number of concurrent registrations. */
const PARALLEL = 16;
const SLICE_MS = 50;

/** Registers and starts a fleet of virtual machines in this process. Resolves once all are started. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { server, registration, perSecond } = options;
  const config = cloudConfig(server);
  // Machines with stored state reconnect once their cloud is back; new ones need it at the start.
  const needsCloud = options.stateFolder === undefined || registration !== null || options.network !== undefined;
  const cloud = needsCloud ? await config.load() : undefined;
  const network = cloud && options.network && (await openBadNetwork(new URL(cloud.gateway), options.network));
  const newStore = sharingStores();
  const onDisk = (store: Store): Store => (options.slowMs ? slowStore(store, options.slowMs) : store);
  const kept = async (index: number) => {
    const { stateFolder, keys } = options;
    if (stateFolder === undefined) {
      return { identity: keys === undefined ? createIdentity() : identityFrom(keys, index), store: onDisk(newStore()) };
    }
    const folder = join(stateFolder, String(index));
    const store = onDisk(await openStore(folder, silentLog));
    return { identity: await openIdentity(folder), store };
  };
  const machines: VirtualMachine[] = await Promise.all(
    Array.from({ length: options.machines }, async (_, index) => {
      return new VirtualMachine({
        ...(await kept(index)),
        cloud: { server, config, connect: network?.connect },
        version: 'simulator',
        enrollmentCode: options.enrollmentCode ?? null,
        hardware: registration?.settingsOf(index).hardware,
        user: registration?.settingsOf(index).user,
        rebootNeeded: registration?.settingsOf(index).problem === 'reboot',
        onEvent: options.onEvent ?? (() => {}),
        onWake: (macs) => {
          for (const machine of machines) void machine.wake(macs);
        },
      });
    }),
  );
  if (cloud && registration) {
    await inParallel(machines, (machine, index) =>
      register(machine.identity, registration.settingsOf(index), { ...registration, apiBase: cloud.apiBase }),
    );
  }
  const isOff = (index: number) => !['reboot', undefined].includes(registration?.settingsOf(index).problem);
  const started = machines.filter((_, index) => !isOff(index));
  const perSlice = Math.max(1, Math.round((perSecond * SLICE_MS) / 1_000));
  for (let first = 0; first < started.length; first += perSlice) {
    await Promise.all(started.slice(first, first + perSlice).map((machine) => machine.start()));
    await sleep(SLICE_MS);
  }
  return {
    machines,
    get online() {
      return machines.filter(({ linkState }) => linkState === 'online').length;
    },
    stop: async () => {
      await Promise.all(machines.map((machine) => machine.stop()));
      await network?.stop();
    },
  };
}

async function inParallel<Item>(items: readonly Item[], run: (item: Item, index: number) => Promise<void>) {
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) await run(item, index);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

/** Counts of what the fleet's machines did. */
interface Counters {
  readonly count: (machine: VirtualMachine, event: AgentEvent) => void;
  /** Number of machines per applied revision. */
  applied(): Record<string, number>;
  /** How often a machine applied a profile or layers, in total. */
  readonly applications: number;
  /** Total number of commands received. */
  readonly commands: number;
}

/** Counts the events of a fleet's machines. */
export function createCounters(): Counters {
  const shown = new Map<VirtualMachine, number>();
  let [applications, commands] = [0, 0];
  return {
    count(machine, event) {
      if (event.event === 'command') commands += 1;
      if (event.event !== 'applied' || event.revision === null) return;
      applications += 1;
      shown.set(machine, event.revision);
    },
    applied() {
      const counts: Record<string, number> = {};
      for (const revision of shown.values()) counts[revision] = (counts[revision] ?? 0) + 1;
      return counts;
    },
    get applications() {
      return applications;
    },
    get commands() {
      return commands;
    },
  };
}
