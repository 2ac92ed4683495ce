import type { MachineStatusReply } from '@berth/contract/bridge/methods';
import { MACHINE_STATUS_POLL_MS } from '@berth/contract/limits';
import type { MachineFacts } from '../../system/ports/machine.ts';

/** Check interval while no page listens, which delays reports to the cloud. */
const UNWATCHED_POLL_MS = 30_000;

/** Watches whether the machine updates or needs a reboot (spec chapter 4, machine status). */
export class StatusWatch {
  readonly #facts: MachineFacts;
  readonly #onChange: (status: MachineStatusReply) => void;
  #status: MachineStatusReply;
  #updating: string | null = null;
  #watchers = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(facts: MachineFacts, onChange: (status: MachineStatusReply) => void) {
    this.#facts = facts;
    this.#onChange = onChange;
    this.#status = machineStatus(facts, null);
  }

  get current(): MachineStatusReply {
    return this.#status;
  }

  start(): void {
    this.#poll();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Checks every second (spec chapter 9) until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    this.#poll();
    return () => {
      this.#watchers -= 1;
      this.#poll();
    };
  }

  /** Sets what is being installed; null: nothing. */
  setUpdating(updating: string | null): void {
    this.#updating = updating;
    this.check();
  }

  check(): MachineStatusReply {
    const before = this.#status;
    this.#status = machineStatus(this.#facts, this.#updating);
    const isSame = before.status === this.#status.status && before.message === this.#status.message;
    if (!isSame) this.#onChange(this.#status);
    return this.#status;
  }

  #poll(): void {
    this.stop();
    const every = this.#watchers > 0 ? MACHINE_STATUS_POLL_MS : UNWATCHED_POLL_MS;
    this.#timer = setInterval(() => this.check(), every);
  }
}

/** Updating has priority: the update may be the reason for the reboot. */
function machineStatus(facts: MachineFacts, updating: string | null): MachineStatusReply {
  if (updating !== null) return { status: 'updating', message: updating };
  return { status: facts.rebootNeeded() ? 'reboot-needed' : 'normal', message: '' };
}
