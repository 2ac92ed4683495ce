import type { BridgeOutput } from '@berth/contract/bridge/methods';
import type { Reported } from '@berth/contract/device/messages';
import type { FailedOsVersion, InstalledSystem } from '@berth/contract/device/os-manifest';

export type Hardware = NonNullable<Reported['hardware']>;

/** The machine's hardware and state. */
export interface MachineFacts {
  /** Read again on each call: networks change. */
  hardware(): Hardware;
  /** Differs after every boot. */
  readonly bootId: string;
  /** Seconds since boot. */
  uptime(): number;
  /** Whether installed updates wait for a reboot. */
  rebootNeeded(): boolean;
  /** The language and keyboard chosen at installation. */
  localeHints(): BridgeOutput<'get_locale_hints'>;
}

/** Turns the machine off and on. Each resolves once the system accepted the request. */
export interface Power {
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
  /** Suspends to RAM. */
  suspend(): Promise<void>;
}

/** The time zone of the machine's clock; its time is set from the network. */
export interface Clock {
  /** IANA name. */
  zone(): string;
  /** Sets the zone permanently for all programs. Rejects if that is not possible. */
  setZone(zone: string): Promise<void>;
}

export interface InstallOptions {
  /** The image version to install; undefined: the newest. Ignored on Debian. */
  readonly version?: string | undefined;
  /** Download limit; undefined: none. */
  readonly bytesPerSecond?: number | undefined;
  /** Aborts a download; the received data is kept for the next attempt. */
  readonly signal?: AbortSignal | undefined;
}

/** Installs newer packages from the system's sources, or the next image version. */
export interface Updates {
  /** Reports progress as text for the machine's status; resolves to a summary. */
  install(onProgress: (doing: string) => void, options?: InstallOptions): Promise<string>;
}

export type InstalledImage = Extract<InstalledSystem, { kind: 'image' }>;

/** The running Berth OS version. */
export interface RunningImage {
  /** The running version, the next one, and those that failed. */
  system(): InstalledImage;
  /** A version that failed since this one last started; null if there is none. */
  readonly newlyFailed: FailedOsVersion | null;
  /** Ends the running version's trial: it is kept. */
  prove(): Promise<void>;
  /** Whether the next start replaces the firmware's keys, or the firmware refused that (docs/os.md); null: neither. */
  keysOrder(): 'restart' | 'refused' | null;
  /** The key that opens the encrypted disk without the TPM; null if the disk is not encrypted. */
  recoveryKey(): Promise<string | null>;
}

/** The machine's own users with their passwords. */
export interface LocalAccounts {
  /** Whether passwords can be checked here. */
  readonly available: boolean;
  /** Whether the password is right and the account may log in now. Rejects if that cannot be checked. */
  check(user: string, password: string): Promise<boolean>;
  /** Whether the user may administer this machine. */
  isAdministrator(user: string): Promise<boolean>;
}

/** Blocks a loopback port for all users except the agent's and the home screen's. */
export interface PortGuard {
  /** Blocks the port until the returned function is called. */
  guard(port: number): Promise<() => Promise<void>>;
}
