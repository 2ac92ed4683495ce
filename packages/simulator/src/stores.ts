import { setTimeout as sleep } from 'node:timers/promises';
import type { MachineState } from '@berth/device/state/machine-state';
import { memoryStore, type Store } from '@berth/device/state/store';

type Profile = NonNullable<NonNullable<MachineState['desired']>['profile']>;

/** Maximum number of shared profiles; the machines of a fleet use a handful. */
const KEPT = 64;

/**
 * Creates in-memory stores that share equal profiles: a thousand machines with one profile hold it once, including the
 * agent's parsed values.
 */
export function sharingStores(): () => Store {
  const profiles = new Map<string, Profile>();
  const shared = (profile: Profile): Profile => {
    const key = JSON.stringify([profile.id, profile.revision, profile.digest, profile.name]);
    const known = profiles.get(key);
    if (known) return known;
    profiles.set(key, profile);
    const [oldest] = profiles.keys();
    if (profiles.size > KEPT && oldest !== undefined) profiles.delete(oldest);
    return profile;
  };
  return () => {
    const store = memoryStore();
    return {
      get state() {
        return store.state;
      },
      update: (change) => store.update((state) => withShared(change(state), shared)),
      flush: store.flush,
    };
  };
}

function withShared(state: MachineState, shared: (profile: Profile) => Profile): MachineState {
  const { desired } = state;
  return desired?.profile ? { ...state, desired: { ...desired, profile: shared(desired.profile) } } : state;
}

/** A store on a slow disk: values are readable at once, and durable only later. */
export function slowStore(store: Store, ms: number): Store {
  const later = async (written: Promise<void>): Promise<void> => {
    await written;
    await sleep(ms);
  };
  return {
    get state() {
      return store.state;
    },
    update: (change) => later(store.update(change)),
    flush: store.flush,
  };
}
