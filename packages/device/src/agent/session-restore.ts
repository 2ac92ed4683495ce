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
 * What opens automatically: with the first desktop after a crash of the agent what was open before it, else the profile's
 * autostart. Neither while kiosk mode is on (spec chapter 4).
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

  /** The open sessions changed. The stored list stays until they are restored. */
  remember(open: readonly RememberedSession[]): void {
    if (this.#state === 'running') this.#save(open);
  }

  /** Opens the sessions once, for the first desktop of the process. */
  async once(applied: AppliedProfile | null): Promise<void> {
    if (this.#state !== 'waiting') return;
    this.#state = 'running';
    await this.#open(applied);
  }

  /** After a login: opens the profile's autostart and nothing of the previous user. */
  async begin(applied: AppliedProfile | null): Promise<void> {
    this.#before = [];
    this.#state = 'running';
    await this.#open(applied);
  }

  /** The agent stops normally: the next start begins with autostart. */
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
 * After a logout the greeter is in front. Sessions close and what people left in them is gone, unless the profile keeps
 * them for the next one (spec chapter 3, closeSessionsOnLogout).
 */
export async function endSessions({ sessions, home, applied, desktop }: EndSessionsContext): Promise<void> {
  const keeps = applied?.definition.system.auth.closeSessionsOnLogout === false;
  if (keeps) await sessions.hideAll();
  else await sessions.closeAll();
  await home.raise();
  if (!keeps) await desktop?.clearSessions();
}
