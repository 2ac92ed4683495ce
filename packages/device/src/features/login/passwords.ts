import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginProvider } from '@berth/contract/bridge/login';
import { DEVICE_LOGIN_TIMEOUT_MS } from '@berth/contract/limits';
import { LoginError } from './login.ts';

/** Spec chapter 3, log entry types. */
export type LoginLogType = 'LOGIN_SUCCESS' | 'LOGIN_FAILURE' | 'LOGIN_ERROR_AAD_CONSENT_MISSING';
export type WriteLog = (type: LoginLogType, message: string) => void;

export interface Attempt {
  readonly provider: LoginProvider;
  readonly user: string;
  readonly password: string;
}

export interface PasswordsOptions {
  readonly check: (attempt: Attempt) => Promise<boolean>;
  readonly onSuccess: (attempt: Attempt) => void;
  readonly writeLog: WriteLog;
}

/** Every refusal takes this long, so that its timing does not reveal whether the user exists. */
const REFUSED_MS = 2_000;

/** Logins with name and password, one at a time, so that guessing is slow. */
export class Passwords {
  readonly #options: PasswordsOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: PasswordsOptions) {
    this.#options = options;
  }

  /** Resolves when the session has started. Rejects with LoginError after at most 7.5 s (spec chapter 4). */
  logIn(attempt: Attempt): Promise<void> {
    const turn = this.#last.then(() => this.#run(attempt));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #run(attempt: Attempt): Promise<void> {
    const { check, onSuccess, writeLog } = this.#options;
    const who = `${attempt.user} (${attempt.provider})`;
    const soonest = sleep(REFUSED_MS);
    const ending = new AbortController();
    const late = sleep(DEVICE_LOGIN_TIMEOUT_MS, 'late' as const, { signal: ending.signal }).catch(
      () => 'late' as const,
    );
    let answer: boolean | 'late';
    try {
      answer = await Promise.race([check(attempt), late]);
    } catch (error) {
      writeLog('LOGIN_FAILURE', `${who}: ${error instanceof Error ? error.message : String(error)}`);
      throw new LoginError('unavailable', 'The login could not be checked.');
    } finally {
      ending.abort();
    }
    if (answer === 'late') {
      writeLog('LOGIN_FAILURE', `${who}: timed out`);
      throw new LoginError('timed-out', 'Login timed out');
    }
    if (!answer) {
      await soonest;
      writeLog('LOGIN_FAILURE', who);
      throw new LoginError('failed', 'Login failed');
    }
    writeLog('LOGIN_SUCCESS', who);
    onSuccess(attempt);
  }
}
