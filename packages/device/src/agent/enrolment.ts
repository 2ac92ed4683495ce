import { CloudRefusal } from '../link/registration.ts';
import type { Log } from '../system/log.ts';

export interface EnrolmentOptions {
  /** Null: somebody registers the machine by hand. */
  readonly code: string | null;
  readonly enrol: (code: string) => Promise<void>;
  readonly onEnrolled: () => void;
  readonly log: Log;
}

/** Registers a machine by itself that was given a code beforehand, when the cloud does not know it. */
export class Enrolment {
  readonly #options: EnrolmentOptions;
  #trying = false;
  #failed = false;

  constructor(options: EnrolmentOptions) {
    this.#options = options;
  }

  /** A code that was refused is not tried again: it is used up, or mistyped. */
  async tryOnce(): Promise<void> {
    const { code, enrol, onEnrolled, log } = this.#options;
    if (code === null || this.#trying || this.#failed) return;
    this.#trying = true;
    try {
      await enrol(code);
      log.info({}, 'registered with the enrolment code');
      onEnrolled();
    } catch (error) {
      this.#failed = error instanceof CloudRefusal && !error.shouldRetry();
      log.error({ error: String(error) }, 'the enrolment code does not register this machine');
    } finally {
      this.#trying = false;
    }
  }
}
