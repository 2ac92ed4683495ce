import { emptyState, type MachineState } from '@berth/device/state/machine-state';
import type { Store } from '@berth/device/state/store';
import type { Host, SimulatedClock } from './clock.ts';
import type { Random } from './random.ts';

/** The longest time of an ordinary write. */
const WRITE_MS = 40;

/** A machine's disk: what was written completely outlives its agent and its power. */
export class SimulatedDisk {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  #written: MachineState = emptyState;

  constructor(clock: SimulatedClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  get written(): MachineState {
    return this.#written;
  }

  set written(state: MachineState) {
    this.#written = state;
  }

  /** As an agent opens it. Like the agent's own store: changes made during a write are written together after it. */
  open(host: Host): Store {
    let state = this.#written;
    let running: Promise<void> | null = null;
    const writeAll = async (): Promise<void> => {
      while (this.#written !== state) {
        const snapshot = state;
        await this.#clock.sleep(this.#random.next() * WRITE_MS, host);
        this.#written = snapshot;
      }
    };
    const flush = (): Promise<void> => {
      running ??= writeAll().finally(() => {
        running = null;
      });
      return running;
    };
    return {
      get state() {
        return state;
      },
      update: (change) => {
        state = change(state);
        return flush();
      },
      flush,
    };
  }
}
