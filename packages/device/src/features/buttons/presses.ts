import { randomUUID } from 'node:crypto';
import type { ButtonPress, FromMachine, ToMachine } from '@berth/contract/device/messages';
import { ERROR_STATUS, type ErrorCode } from '@berth/contract/errors';
import { ShellForbiddenError } from '../../system/ports/shell.ts';

/** Rejection of a button press that did not run. */
export class PressError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The command ran and failed. */
export class CommandFailedError extends PressError {}

/** Time for the cloud to reply to a press; the command has its own timeout. */
const ANSWER_MS = 10_000;
/** Longer than the 30 seconds that a shell command may run. */
const RUN_MS = 45_000;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: PressError) => void;
  timer: NodeJS.Timeout;
}

/**
 * Presses of shell buttons. The machine does not run their commands by itself: the cloud authorizes and logs each
 * press, then sends the command like any other.
 */
export class ButtonPresses {
  readonly #send: (message: FromMachine) => boolean;
  readonly #waiting = new Map<string, Waiting>();

  constructor(send: (message: FromMachine) => boolean) {
    this.#send = send;
  }

  /** Resolves when the command has run. Rejects with PressError if it is not allowed or fails. */
  press(button: Omit<ButtonPress, 'id'>): Promise<void> {
    const id = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.set(id, { resolve, reject, timer: this.#giveUpOn(id, ANSWER_MS) });
    const isSent = this.#send({ type: 'press', id, ...button });
    if (!isSent) this.#fail(id, 'unavailable', 'This button needs the cloud, which this machine does not reach.');
    return promise;
  }

  refused({ id, code, message }: Extract<ToMachine, { type: 'press-refused' }>): void {
    this.#fail(id, isErrorCode(code) ? code : 'forbidden', message);
  }

  /** Runs the command that the cloud sent and settles the press with its result. */
  async during(press: string | undefined, run: () => Promise<string>): Promise<string> {
    const id = press ?? '';
    const waiting = this.#waiting.get(id);
    if (waiting) {
      clearTimeout(waiting.timer);
      waiting.timer = this.#giveUpOn(id, RUN_MS);
    }
    try {
      const output = await run();
      this.#end(id)?.resolve();
      return output;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isForbidden = error instanceof ShellForbiddenError;
      this.#end(id)?.reject(
        isForbidden ? new PressError('forbidden', message) : new CommandFailedError('unavailable', message),
      );
      throw error;
    }
  }

  stop(): void {
    for (const id of [...this.#waiting.keys()]) this.#fail(id, 'unavailable', 'The machine is stopping.');
  }

  #giveUpOn(id: string, afterMs: number): NodeJS.Timeout {
    return setTimeout(() => this.#fail(id, 'unavailable', 'The cloud did not answer.'), afterMs);
  }

  #fail(id: string, code: ErrorCode, message: string): void {
    this.#end(id)?.reject(new PressError(code, message));
  }

  #end(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return code in ERROR_STATUS;
}
