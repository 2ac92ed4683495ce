import type { LogEntry } from '@berth/contract/api/machines';
import type { LoginUser } from '@berth/contract/bridge/login';
import type { BridgeEvent, MachineConfig } from '@berth/contract/bridge/methods';
import type { Stops } from '@berth/contract/stops';
import type { Bridge } from '../bridge/bridge.ts';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import type { Link } from '../link/link.ts';
import type { Log } from '../system/log.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import type { AgentOptions } from './options.ts';

/** Publishes changes to the session's page; drops them until a bridge is attached. */
export class Publisher {
  #bridge: Bridge | null = null;

  attach(bridge: Bridge): void {
    this.#bridge = bridge;
  }

  /** The page's address; empty before it is served. */
  get url(): string {
    return this.#bridge ? `${this.#bridge.url}/` : '';
  }

  publish(event: BridgeEvent): void {
    this.#bridge?.publish(event);
  }
}

/** The base of every group of parts. Its functions work once all groups are built. */
export interface AgentBase {
  readonly options: AgentOptions;
  readonly system: System;
  readonly publisher: Publisher;
  /** Every part registers its stop function here when it is built. */
  readonly stops: Stops;
  readonly log: Log;
  /** The screen; null while there is none. */
  readonly desktop: () => Desktop | null;
  /** The profile shown now. */
  readonly applied: () => AppliedProfile | null;
  /** Whether a user is logged in. */
  readonly isUsed: () => boolean;
  /** The logged-in user; null: no one, the greeter is shown. */
  readonly user: () => LoginUser | null;
  /** State of the unattended registration with the image's enrollment code; null without a code. */
  readonly enrolling: () => MachineConfig['enrolling'];
  /** Sends to the cloud if it is connected (see Link). */
  readonly send: Link['send'];
  /** Reports to the cloud what the machine shows, if that changed. */
  readonly report: () => void;
  /** Adds an entry to the log that administrators read. */
  readonly writeLog: (type: LogEntry['type'], message: string) => void;
  /** Applies the profile again, for example after an emergency covered the kiosk. */
  readonly follow: () => void;
}

/** Returns the cloud for parts that need one. Throws if none is configured. */
export function requireCloud({ cloud }: Pick<AgentOptions, 'cloud'>): NonNullable<AgentOptions['cloud']> {
  if (!cloud) throw new Error('No cloud is configured.');
  return cloud;
}
