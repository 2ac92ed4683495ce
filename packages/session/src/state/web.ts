import { readProfile } from '@berth/contract/api/profiles';
import { usableDefinition } from '@berth/contract/apps/usable';
import type { ProfileId } from '@berth/contract/ids';
import { SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { SignedOutError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
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
    state.set(await loadCloudProfile(profileId));
  }

  void load();
  return { environment: 'web', state, bridge: undefined, reload: () => void load() };
}

/**
 * A profile from the cloud, for the user logged in in this window; without a login it redirects to the login page. It
 * is an error after ten seconds (spec chapter 4).
 */
async function loadCloudProfile(profileId: string): Promise<Partial<SessionState>> {
  const signal = AbortSignal.timeout(SESSION_LOAD_TIMEOUT_MS);
  try {
    const profile = await call(readProfile, { params: { id: profileId as ProfileId }, signal });
    // As its machines show it. The server has validated it; fields newer than its last change get their defaults.
    const definition = usableDefinition(applyDefaults(ProfileDefinition, profile.definition), profile.deployment);
    return { load: 'LOADED', profile: { ...profile, definition } };
  } catch (error) {
    if (error instanceof SignedOutError) {
      location.replace(`/session/login?${new URLSearchParams({ redirectUrl: location.pathname })}`);
      return { load: 'LOADING' };
    }
    return { load: 'ERROR', failure: signal.aborted ? 'timeout' : 'agent' };
  }
}
