import type { BridgeEvent } from '@berth/contract/bridge/methods';
import { RECONNECT_WAIT_MS, SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { type Bridge, BridgeError, createBridge } from '../bridge/bridge.ts';
import { listenToBridge } from '../bridge/events.ts';
import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState, UNKNOWN_STATUS } from './state.ts';
import { createStore } from './store.ts';

/** The session on a machine: loaded over the bridge, then updated by the agent's events. */
export function centerSession(token: string, signal: AbortSignal, replies?: Record<string, unknown>): Session {
  const bridge = createBridge(token, replies);
  const state = createStore<SessionState>(INITIAL_STATE);
  /** Values pushed since loading began, which are newer than the loaded ones. */
  let pushed: Partial<SessionState> = {};
  let again: ReturnType<typeof setTimeout> | undefined;
  let opened = false;

  /** @param quietly Keeps an error on the screen meanwhile. */
  async function load(quietly = false): Promise<void> {
    clearTimeout(again);
    pushed = {};
    // The screen stays visible during a reload.
    const first = state.get().load !== 'LOADED';
    if (first && !quietly) state.set({ load: 'LOADING', failure: null });
    try {
      const loaded = await fetchState(bridge);
      state.set({ ...loaded, ...pushed, load: 'LOADED', failure: null });
    } catch (error) {
      const late = error instanceof BridgeError && error.code === 'timeout';
      if (!first) return;
      state.set({ load: 'ERROR', failure: late ? 'timeout' : 'agent' });
      // The machine may be unattended.
      if (!signal.aborted) again = setTimeout(() => void load(true), RECONNECT_WAIT_MS);
    } finally {
      // Even if loading failed: the user config then has the machine's ID.
      void fetchMore(bridge).then((more) => state.set(more));
    }
  }

  listenToBridge(
    token,
    {
      opened() {
        state.set({ linked: true });
        // The agent starts with every section: the initial load need not be repeated.
        if (opened || state.get().load === 'ERROR') void load();
        opened = true;
      },
      // Without events the indicators may be outdated.
      closed: () => state.set({ linked: false, online: UNKNOWN_STATUS }),
      forgotten: () => location.reload(),
      event(event) {
        const change = changeOf(event);
        pushed = { ...pushed, ...change };
        state.set(change);
      },
    },
    signal,
  );
  signal.addEventListener('abort', () => clearTimeout(again));
  void load();
  return { environment: 'center', state, bridge, reload: () => void load() };
}

/**
 * Everything that the home screen needs, except network probes, which take seconds without a network and are pushed.
 */
async function fetchState(bridge: Bridge): Promise<Partial<SessionState>> {
  const [profile, config, status, sessions, login] = await Promise.all([
    bridge.call('load_profile', {}),
    bridge.call('load_machine_config', {}),
    bridge.call('get_machine_status', {}, SESSION_LOAD_TIMEOUT_MS),
    bridge.call('list_sessions', {}, SESSION_LOAD_TIMEOUT_MS),
    bridge.call('get_login', {}, SESSION_LOAD_TIMEOUT_MS),
  ]);
  return { profile, config, status, sessions, login };
}

/** Optional parts of the home screen: skipped if not available within 3 seconds (spec chapter 4). */
async function fetchMore(bridge: Bridge): Promise<Partial<SessionState>> {
  const [userConfig, context] = await Promise.all([
    bridge.call('load_user_config', {}).catch(() => null),
    bridge.call('load_machine_context', {}).catch(() => null),
  ]);
  return { userConfig, context };
}

/** Sections with another name in the state. A newer agent may push more than this page knows. */
const NAMES: Readonly<Record<string, string>> = {
  'machine-config': 'config',
  'online-status': 'online',
  'machine-status': 'status',
  'live-view': 'liveView',
};

function changeOf({ section, value }: BridgeEvent): Partial<SessionState> {
  const name = NAMES[section] ?? section;
  return name in INITIAL_STATE ? { [name]: value } : {};
}
