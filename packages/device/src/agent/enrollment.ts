import { CloudError } from '../link/registration.ts';
import type { Log } from '../system/log.ts';

export interface EnrollmentOptions {
  /** Null: somebody registers the machine by hand. */
  readonly code: string | null;
  readonly enroll: (code: string) => Promise<void>;
  readonly onEnrolled: () => void;
  readonly log: Log;
}

/** Registers a machine by itself that was given a code beforehand, when the cloud does not know it. */
export class Enrollment {
  readonly #options: EnrollmentOptions;
  #trying = false;
  #failed = false;

  constructor(options: EnrollmentOptions) {
    this.#options = options;
  }

  /** A code that was refused is not tried again: it is used up, or mistyped. */
  async tryOnce(): Promise<void> {
    const { code, enroll, onEnrolled, log } = this.#options;
    if (code === null || this.#trying || this.#failed) return;
    this.#trying = true;
    try {
      await enroll(code);
      log.info({}, 'registered with the enrollment code');
      onEnrolled();
    } catch (error) {
      this.#failed = error instanceof CloudError && !error.shouldRetry();
      log.error({ error: String(error) }, 'the enrollment code does not register this machine');
    } finally {
      this.#trying = false;
    }
  }
}
