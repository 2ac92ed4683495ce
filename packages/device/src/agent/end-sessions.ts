import type { Home } from '../features/home/home.ts';
import type { AppliedProfile } from '../features/profile/shown.ts';
import type { Sessions } from '../features/session/sessions.ts';
import type { Desktop } from '../system/ports/desktop.ts';

export interface EndSessionsContext {
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
