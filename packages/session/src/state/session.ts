import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Customization } from '@berth/contract/profile/home';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { INITIAL_STATE, type LoadState, type SessionState } from './state.ts';
import { createStore, type Store } from './store.ts';

/** Where the page runs: on a machine, in any other browser, or as the console's preview of a draft. */
type Environment = 'center' | 'web' | 'preview';

export interface Session {
  readonly environment: Environment;
  readonly state: Store<SessionState>;
  /** The agent; only in `center`. */
  readonly bridge: Bridge | undefined;
  /** Loads everything again: after an error, and on request. */
  readonly reload: () => void;
}

const SessionContext = createContext<Session>({
  environment: 'web',
  state: createStore(INITIAL_STATE),
  bridge: undefined,
  reload: () => {},
});
export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  return useContext(SessionContext);
}

/** A part of the state; the component renders again only when that part changes. */
export function useSessionState<Part>(select: (state: SessionState) => Part): Part {
  const { state } = useContext(SessionContext);
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}

/** Whether the session is loaded, and has a profile. */
export function useLoadState(): LoadState {
  return useSessionState(({ load, profile }) => (load === 'LOADED' && profile === null ? 'EMPTY' : load));
}

/** The definition of the shown profile, complete with defaults; undefined without a profile. */
export function useDefinition(): ProfileDefinition | undefined {
  return useSessionState(({ profile }) => profile?.definition);
}

/** The profile's customization; undefined without a profile. */
export function useCustomization(): Customization | undefined {
  return useDefinition()?.thinhoc.customization;
}

/** Whether an administrator's message waits to be read; while no user is logged in, it waits for the login. */
export function useMessageWaits(): boolean {
  return useSessionState(
    ({ notifications, login }) => login?.user !== null && notifications.some(({ emergency }) => !emergency),
  );
}

/** Whether this machine accepts guests: with the app, and if the profile enables it, by browser or by AirPlay. */
export function useMirrors(): boolean {
  const { bridge } = useSession();
  return useSessionState(({ profile, config }) => {
    if (!bridge || !profile || !config?.organization_id) return false;
    const { apps, mirror } = profile.definition.thinhoc;
    const { native, airplay } = mirror.enabled_features;
    return apps.enabled.includes('thinhoc::mirroring') && (native || airplay);
  });
}
