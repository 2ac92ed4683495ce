import type { BridgeOutput } from '@berth/contract/bridge/methods';
import type { Reported } from '@berth/contract/device/messages';
import type { FailedOsVersion, InstalledSystem } from '@berth/contract/device/os-manifest';

export type Hardware = NonNullable<Reported['hardware']>;

/** The machine's hardware and state. */
export interface MachineFacts {
  /** The current one: networks change. */
  hardware(): Hardware;
  /** Differs after every boot. */
  readonly bootId: string;
  /** Seconds since boot. */
  uptime(): number;
  /** Whether installed updates wait for a reboot. */
  rebootNeeded(): boolean;
  /** What the computer was installed with. */
  localeHints(): BridgeOutput<'get_locale_hints'>;
}

/** Turns the machine off and on. Each resolves once the system accepted the request. */
export interface Power {
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
  /** To sleep, with everything that is open. */
  suspend(): Promise<void>;
}

/** The time zone of the machine's clock; its time is set from the network. */
export interface Clock {
  /** IANA name. */
  zone(): string;
  /** Sets it permanently for every program. Rejects if that is not possible. */
  setZone(zone: string): Promise<void>;
}

export interface InstallOptions {
  /** Of an image; undefined: the newest. A Debian ignores it. */
  readonly version?: string | undefined;
  /** Of downloads; undefined: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** Ends a download; what arrived is kept for the next try. */
  readonly signal?: AbortSignal | undefined;
}

/** Installs what the system's package sources have newer, or the next version of an image. */
export interface Updates {
  /** Reports its progress as text for the machine's status; resolves with a summary. */
  install(onProgress: (doing: string) => void, options?: InstallOptions): Promise<string>;
}

export type InstalledImage = Extract<InstalledSystem, { kind: 'image' }>;

/** The version of Berth OS that runs. */
export interface RunningImage {
  /** The version, what follows it, and what failed. */
  system(): InstalledImage;
  /** A version that failed since this one was last started; null: none. */
  readonly newlyFailed: FailedOsVersion | null;
  /** Ends the running version's trial: it is kept. */
  prove(): Promise<void>;
}

/** The machine's own users with their passwords. */
export interface LocalAccounts {
  /** Whether there is a way to check them here. */
  readonly available: boolean;
  /** Whether this is the user's password and the account may be used now. Rejects where nothing can be checked. */
  check(user: string, password: string): Promise<boolean>;
  /** Whether the user may administer this machine. */
  isAdministrator(user: string): Promise<boolean>;
}

/** Keeps users of the machine that are neither the agent nor the home screen from a loopback port. */
export interface PortGuard {
  /** Holds until the returned function is called. */
  guard(port: number): Promise<() => Promise<void>>;
}
