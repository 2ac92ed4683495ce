import '@berth/web/ui/base.css';
import './session.css';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { takeFragment } from '@berth/web/data/auth/fragment.ts';
import { watchErrors } from '@berth/web/data/error-reports/watch.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { whenIdle } from '@berth/web/lib/timing.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followScreenSize, restoreAppearance } from './appearance.ts';
import { firstReplies, pageToken } from './bridge/bridge.ts';
import { screenOf } from './paths.ts';
import { centerSession } from './state/center.ts';
import type { Session } from './state/session.ts';

/** The profile named by a path; `local` for a machine's own screens. */
function profileOf(path: string): string {
  const screen = screenOf(path);
  return screen?.name === 'home' || screen?.name === 'settings' ? screen.profileId : 'local';
}

async function startSession(): Promise<Session> {
  const { signal } = new AbortController();
  const token = pageToken();
  if (token !== undefined) return centerSession(token, signal, firstReplies());
  if (parent === window) {
    const { webSession } = await import('./state/web.ts');
    return webSession(profileOf(location.pathname));
  }
  const { previewSession } = await import('./state/preview.ts');
  return previewSession(signal);
}

/** Not a top-level await: chunks loaded here import from this module, and would wait for it forever. */
async function start(): Promise<void> {
  watchErrors();
  takeFragment();
  restoreAppearance();
  followScreenSize();
  const [session] = await Promise.all([startSession(), startTexts(['common', 'session'])]);
  const root = document.getElementById('root');
  // Also passes errors caught by an error boundary to error listeners.
  if (root) createRoot(root, { onCaughtError: reportError }).render(<App session={session} />);
  // The page stays usable, even if error reporting is unavailable.
  whenIdle()
    .then(() => import('./error-reports.ts'))
    .then(({ reportErrors }) => reportErrors(session.bridge))
    .catch(reportError);
}

start().catch((error: unknown) => {
  reportError(error);
  // A network change aborts requests, even those to this machine itself.
  setTimeout(() => location.reload(), RECONNECT_WAIT_MS);
});
