import type { MachineState } from '@berth/device/state/machine-state';
import type { SimulatedMachine } from './machine.ts';
import type { World } from './world.ts';

type Plant = (world: World) => void;

/** Faults for the proof that they are found. */
export const PLANTED = {
  /** An agent that does not remember which commands it ran. */
  'forgotten-commands': ({ machines }) => changeStores(machines, (_before, next) => ({ ...next, commands: [] })),
  /** A cloud that acknowledges commands it does not keep. */
  'unstored-commands': ({ ledger, clock, database }) => {
    const { acknowledged } = ledger;
    const set = acknowledged.set.bind(acknowledged);
    acknowledged.set = (id, command) => {
      void clock.outside(() => database.rows('delete from commands where command_id = $1', [id]));
      return set(id, command);
    };
  },
  /** An agent that keeps the first profile it got. */
  'unchanged-profile': ({ machines }) =>
    changeStores(machines, ({ desired }, next) =>
      desired && next.desired ? { ...next, desired: { ...next.desired, profile: desired.profile } } : next,
    ),
} satisfies Readonly<Record<string, Plant>>;
export type PlantedName = keyof typeof PLANTED;

/** Changes what agents write. */
function changeStores(
  machines: readonly SimulatedMachine[],
  written: (before: MachineState, next: MachineState) => MachineState,
): void {
  for (const { options } of machines) {
    const { disk } = options;
    const open = disk.open.bind(disk);
    disk.open = (host) => {
      const store = open(host);
      const { update } = store;
      store.update = (change) => update((state) => written(state, change(state)));
      return store;
    };
  }
}
