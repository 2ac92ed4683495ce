import { isDeepStrictEqual } from 'node:util';
import { autostartReferences, kioskReference } from '@berth/contract/profile/entries';
import type { Home } from '../features/home/home.ts';
import type { AppliedProfile } from '../features/profile/applied-profile.ts';
import type { Sessions } from '../features/session/sessions.ts';
import type { RememberedSession } from '../state/machine-state.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';
import type { Desktop } from '../system/ports/desktop.ts';

export interface SessionRestoreOptions {
  readonly store: Store;
  readonly bootId: string;
  readonly sessions: Sessions;
  readonly log: Log;
}

/**
 * Sessions that open automatically. On the first desktop after an agent crash these are the sessions open before it,
 * otherwise the profile's autostart. None in kiosk mode (spec chapter 4).
 */
export class SessionRestore {
  readonly #options: SessionRestoreOptions;
  #before: readonly RememberedSession[];
  #state: 'waiting' | 'running' | 'leaving' = 'waiting';

  constructor(options: SessionRestoreOptions) {
    this.#options = options;
    const { sessions, sessionsBootId } = options.store.state;
    this.#before = sessionsBootId === options.bootId ? sessions : [];
  }

  /** Stores the open sessions. The stored list does not change until it has been restored. */
  remember(open: readonly RememberedSession[]): void {
    if (this.#state === 'running') this.#save(open);
  }

  /** Opens the sessions once, on the first desktop of the process. */
  async once(applied: AppliedProfile | null): Promise<void> {
    if (this.#state !== 'waiting') return;
    this.#state = 'running';
    await this.#open(applied);
  }

  /** Opens the profile's autostart after a login, and nothing of the previous user. */
  async begin(applied: AppliedProfile | null): Promise<void> {
    this.#before = [];
    this.#state = 'running';
    await this.#open(applied);
  }

  /** Clears the stored list when the agent stops normally: the next start begins with autostart. */
  forget(): void {
    this.#state = 'leaving';
    this.#save([]);
  }

  async #open(applied: AppliedProfile | null): Promise<void> {
    if (!applied || kioskReference(applied.definition)) return;
    const wanted = this.#before.length > 0 ? this.#before : autostartReferences(applied.definition);
    for (const reference of wanted) {
      await this.#options.sessions.open(reference, null).catch((error) => {
        this.#options.log.warn({ error: String(error) }, 'session not opened');
      });
    }
  }

  #save(open: readonly RememberedSession[]): void {
    const { store, bootId, log } = this.#options;
    if (isDeepStrictEqual(open, store.state.sessions)) return;
    store
      .update((state) => ({ ...state, sessions: [...open], sessionsBootId: bootId }))
      .catch((error) => log.error({ error: String(error) }, 'open sessions are not kept'));
  }
}

interface EndSessionsContext {
  readonly sessions: Sessions;
  readonly home: Home;
  readonly applied: AppliedProfile | null;
  readonly desktop: Desktop | null;
}

/**
 * After a logout the greeter is in front. Sessions close and their data is deleted, unless the profile keeps them for
 * the next user (spec chapter 3, closeSessionsOnLogout).
 */
export async function endSessions({ sessions, home, applied, desktop }: EndSessionsContext): Promise<void> {
  const keeps = applied?.definition.system.auth.closeSessionsOnLogout === false;
  if (keeps) await sessions.hideAll();
  else await sessions.closeAll();
  await home.raise();
  if (!keeps) await desktop?.clearSessions();
}
