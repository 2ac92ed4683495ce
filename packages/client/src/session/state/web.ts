import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState } from './state.ts';
import { createStore } from './store.ts';

/** The session in any other browser: there is no machine whose profile could be shown. */
export function webSession(): Session {
  const state = createStore<SessionState>({ ...INITIAL_STATE, load: 'LOADED' });
  return { environment: 'web', state, bridge: undefined, reload: () => {} };
}
