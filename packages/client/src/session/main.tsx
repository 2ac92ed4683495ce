import '../ui/base.css';
import './session.css';
import { createRoot } from 'react-dom/client';
import { startTexts } from '../i18n/store.ts';
import { App } from './app.tsx';
import { pageToken } from './bridge/page-token.ts';
import { restoreLook } from './look.ts';
import { takeFragment } from './sign-in/fragment.ts';
import { centerSession } from './state/center.ts';
import { previewSession } from './state/preview.ts';
import type { Session } from './state/session.ts';
import { webSession } from './state/web.ts';

function startSession(): Session {
  const { signal } = new AbortController();
  const token = pageToken();
  if (token !== undefined) return centerSession(token, signal);
  return parent === window ? webSession() : previewSession(signal);
}

takeFragment();
restoreLook();
const session = startSession();
await startTexts(['common', 'session']);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App session={session} />);
