import type { Reported } from '@berth/contract/device/messages';

export type Hardware = NonNullable<Reported['hardware']>;

/** What the machine is and how it does. */
export interface MachineFacts {
  /** As it is now: networks come and go. */
  hardware(): Hardware;
  /** Differs after every boot. */
  readonly bootId: string;
  /** Seconds since boot. */
  uptime(): number;
  /** Whether installed updates wait for a reboot. */
  rebootNeeded(): boolean;
}
