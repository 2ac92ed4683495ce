import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import type { MachineConfig } from '@berth/contract/bridge/methods';
import { reportTargetOf } from '@berth/contract/rules/service';
import { CloudError } from '../link/registration.ts';
import type { Log } from '../system/log.ts';
import type { AgentOptions } from './options.ts';

/** Used until the cloud names a channel. */
const RELEASE_CHANNEL_DEFAULT = 'release';

type Cloud = Pick<AgentOptions, 'cloud'>;

/** The release channel, as named by the cloud (spec chapter 7). */
export function releaseChannel({ cloud }: Cloud): string {
  return cloud?.config.known?.releaseChannel ?? RELEASE_CHANNEL_DEFAULT;
}

/** Absolute address of the cloud's API; null without a cloud. */
export function apiBase({ cloud }: Cloud): string | null {
  if (!cloud) return null;
  return cloud.config.known?.apiBase ?? new URL(API_BASE_PATH, cloud.server).href;
}

/** Origins that the session's page needs for signing in, cloud calls, and peer connections. */
export function cloudOrigins({ cloud }: Cloud): string[] {
  if (!cloud) return [];
  const { known } = cloud.config;
  const addresses = known ? [known.apiBase, known.identity.authority, ...known.signaling] : [];
  // An unusable address must not break the machine's own page.
  const usable = [cloud.server.href, ...addresses].filter((address) => URL.canParse(address));
  return [...new Set(usable.map((address) => new URL(address).origin))];
}

/** DSN of the error reporting service, as named by the cloud; null if it names none. */
export function errorReportingDsn({ cloud }: Cloud): string | null {
  return cloud?.config.known?.errorReporting?.dsn ?? null;
}

/** Origins that the session's page sends error reports to. */
export function reportOrigins(cloud: Cloud): string[] {
  const target = reportTargetOf(errorReportingDsn(cloud) ?? '');
  return target ? [target.origin] : [];
}

interface EnrollmentOptions {
  /** Null: the machine is registered manually. */
  readonly code: string | null;
  /** Whether the code waits: it is for the system that may be installed from this stick. */
  readonly isHeld: () => boolean;
  readonly enroll: (code: string) => Promise<void>;
  readonly onEnrolled: () => void;
  readonly onRefused: () => void;
  readonly log: Log;
}

/** Registers an unregistered machine with its enrollment code. */
export class Enrollment {
  readonly #options: EnrollmentOptions;
  #trying = false;
  #failed = false;

  constructor(options: EnrollmentOptions) {
    this.#options = options;
  }

  /** Null: the machine is registered manually. */
  get state(): MachineConfig['enrolling'] {
    if (this.#options.code === null || this.#options.isHeld()) return null;
    return this.#failed ? 'refused' : 'pending';
  }

  /** Does not retry a refused code: it is used up or mistyped. */
  async tryOnce(): Promise<void> {
    const { code, isHeld, enroll, onEnrolled, onRefused, log } = this.#options;
    if (code === null || isHeld() || this.#trying || this.#failed) return;
    this.#trying = true;
    try {
      await enroll(code);
      log.info({}, 'registered with the enrollment code');
      onEnrolled();
    } catch (error) {
      this.#failed = error instanceof CloudError && !error.shouldRetry();
      log.error({ error: String(error) }, 'the enrollment code does not register this machine');
      if (this.#failed) onRefused();
    } finally {
      this.#trying = false;
    }
  }
}
