import { autostartReferences, kioskReference } from '@berth/contract/profile/entries';
import type { AppliedProfile } from '../features/profile/shown.ts';
import type { SessionSettings, Sessions } from '../features/session/sessions.ts';
import type { RememberedSession } from '../state/machine-state.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';

/** How the applied profile wants sessions started. */
export function sessionSettings(applied: AppliedProfile | null): SessionSettings {
  if (!applied) return { kiosk: null, scale: 1, darkTheme: false };
  const { system, thinhoc } = applied.definition;
  return {
    kiosk: kioskReference(applied.definition) ?? null,
    scale: thinhoc.customization.scaling_factors.ui_scaling_factor,
    darkTheme: system.customization['global-dark-theme'],
  };
}

export interface RestoreOptions {
  readonly store: Store;
  readonly bootId: string;
  readonly sessions: Sessions;
  readonly log: Log;
}

/**
 * What opens by itself when the first desktop is there: after a crash of the agent what was open before it, else the
 * profile's autostart. Neither while kiosk mode is on (spec chapter 4).
 */
export function restoreSessions({ store, bootId, sessions, log }: RestoreOptions) {
  const before = store.state.sessionsBootId === bootId ? store.state.sessions : [];
  let isDone = false;
  let isLeaving = false;
  const save = (open: readonly RememberedSession[]): void => {
    if (JSON.stringify(open) === JSON.stringify(store.state.sessions)) return;
    store
      .update((state) => ({ ...state, sessions: [...open], sessionsBootId: bootId }))
      .catch((error) => log.error({ error: String(error) }, 'open sessions are not kept'));
  };
  return {
    /** The list of open sessions changed; until they were restored, the list of before stands. */
    remember: (open: readonly RememberedSession[]): void => {
      if (isDone && !isLeaving) save(open);
    },
    once: async (applied: AppliedProfile | null): Promise<void> => {
      if (isDone) return;
      isDone = true;
      if (!applied || kioskReference(applied.definition)) return;
      const wanted = before.length > 0 ? before : autostartReferences(applied.definition);
      for (const reference of wanted) {
        await sessions.open(reference, null).catch((error) => log.warn({ error: String(error) }, 'session not opened'));
      }
    },
    /** The agent ends in order: the next start begins with autostart. */
    forget: (): void => {
      isLeaving = true;
      save([]);
    },
  };
}
