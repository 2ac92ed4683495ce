import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState } from './state.ts';
import { createStore } from './store.ts';

/**
 * The session in any other browser. A logged-in member sees a profile as a machine would show it; without a machine
 * there is no local profile.
 */
export function webSession(profileId: string): Session {
  const state = createStore<SessionState>({ ...INITIAL_STATE, load: 'LOADED' });

  async function load(): Promise<void> {
    if (profileId === 'local') return;
    state.set({ load: 'LOADING', failure: null });
    const { loadCloudProfile } = await import('./cloud-profile.ts');
    state.set(await loadCloudProfile(profileId));
  }

  void load();
  return { environment: 'web', state, bridge: undefined, reload: () => void load() };
}
