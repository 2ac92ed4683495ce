import '@berth/web/ui/base.css';
import './session.css';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { takeFragment } from '@berth/web/data/auth/fragment.ts';
import { watchErrors } from '@berth/web/data/error-reports/watch.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { whenIdle } from '@berth/web/lib/when-idle.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followScreenSize, restoreAppearance } from './appearance.ts';
import { pageToken } from './bridge/page-token.ts';
import { screenOf } from './paths.ts';
import { centerSession } from './state/center.ts';
import type { Session } from './state/session.ts';

/** The profile that a path names; `local` for every screen that is a machine's own. */
function profileOf(path: string): string {
  const screen = screenOf(path);
  return screen?.name === 'home' || screen?.name === 'settings' ? screen.profileId : 'local';
}

async function startSession(): Promise<Session> {
  const { signal } = new AbortController();
  const token = pageToken();
  if (token !== undefined) return centerSession(token, signal);
  if (parent === window) {
    const { webSession } = await import('./state/web.ts');
    return webSession(profileOf(location.pathname));
  }
  const { previewSession } = await import('./state/preview.ts');
  return previewSession(signal);
}

/** Not awaited by the module itself: chunks that it loads on the way import from it, and would wait for it for ever. */
async function start(): Promise<void> {
  watchErrors();
  takeFragment();
  restoreAppearance();
  followScreenSize();
  const [session] = await Promise.all([startSession(), startTexts(['common', 'session'])]);
  const root = document.getElementById('root');
  // What an error boundary caught is an error all the same: it is told to whoever listens for errors.
  if (root) createRoot(root, { onCaughtError: reportError }).render(<App session={session} />);
  // A page that is there stays there, whether errors can be reported or not.
  whenIdle()
    .then(() => import('./error-reports.ts'))
    .then(({ reportErrors }) => reportErrors(session.bridge))
    .catch(reportError);
}

start().catch((error: unknown) => {
  reportError(error);
  // A network that changes takes with it what is being loaded, even from this machine itself.
  setTimeout(() => location.reload(), RECONNECT_WAIT_MS);
});
