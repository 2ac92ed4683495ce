import type { BridgeMethodName } from '@berth/contract/bridge/methods';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { type Session, SessionProvider } from '../state/session.ts';
import { INITIAL_STATE, type SessionState } from '../state/state.ts';
import { createStore } from '../state/store.ts';

interface Options {
  readonly state?: Partial<SessionState>;
  /** The agent's replies; other methods get none. */
  readonly bridge?: Partial<Record<BridgeMethodName, (input: unknown) => unknown>>;
  readonly environment?: Session['environment'];
}

/** Renders a part of the session: in English, in a document, with an agent simulated by the test. */
export async function showSession(part: ReactNode, { state: given = {}, bridge = {}, environment }: Options = {}) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['common', 'session', 'screens', 'wizard', 'greeter', 'errors']);
  const call = vi.fn((method: BridgeMethodName, input: unknown) => {
    const answer = bridge[method];
    return answer ? Promise.resolve().then(() => answer(input)) : new Promise(() => {});
  });
  const state = createStore<SessionState>({ ...INITIAL_STATE, ...given });
  const session: Session = {
    environment: environment ?? 'center',
    state,
    // On the web there is no agent to ask.
    bridge: environment === 'web' ? undefined : ({ call } as unknown as NonNullable<Session['bridge']>),
    reload: vi.fn(),
  };
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  await act(async () => root.render(<SessionProvider value={session}>{part}</SessionProvider>));
  return { page, state, call };
}
