import { emptyState, type MachineState } from '@berth/device/state/machine-state';
import { type Store, writtenStore } from '@berth/device/state/store';
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

  /** As an agent opens it; its writes take some time. */
  open(host: Host): Store {
    return writtenStore(this.#written, async (state) => {
      await this.#clock.sleep(this.#random.next() * WRITE_MS, host);
      this.#written = state;
    });
  }
}
