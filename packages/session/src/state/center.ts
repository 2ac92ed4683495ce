import type { BridgeEvent } from '@berth/contract/bridge/methods';
import { RECONNECT_WAIT_MS, SESSION_LOAD_TIMEOUT_MS } from '@berth/contract/limits';
import { type Bridge, createBridge } from '../bridge/bridge.ts';
import { BridgeError } from '../bridge/bridge-error.ts';
import { listenToBridge } from '../bridge/events.ts';
import type { Session } from './session.ts';
import { INITIAL_STATE, type SessionState, UNKNOWN_STATUS } from './state.ts';
import { createStore } from './store.ts';

/** The session on a machine: loaded over the bridge, then kept up to date by what the agent pushes. */
export function centerSession(token: string, signal: AbortSignal): Session {
  const bridge = createBridge(token);
  const state = createStore<SessionState>(INITIAL_STATE);
  /** What was pushed since loading began is newer than what loading brings. */
  let pushed: Partial<SessionState> = {};
  let again: ReturnType<typeof setTimeout> | undefined;
  let opened = false;

  /** @param quietly what went wrong stays on the screen meanwhile. */
  async function load(quietly = false): Promise<void> {
    clearTimeout(again);
    pushed = {};
    // What is on the screen stays there while it is loaded again.
    const first = state.get().load !== 'LOADED';
    if (first && !quietly) state.set({ load: 'LOADING', failure: null });
    try {
      const loaded = await fetchState(bridge);
      state.set({ ...loaded, ...pushed, load: 'LOADED', failure: null });
    } catch (error) {
      const late = error instanceof BridgeError && error.code === 'timeout';
      if (!first) return;
      state.set({ load: 'ERROR', failure: late ? 'timeout' : 'agent' });
      // Nobody may stand before the machine.
      if (!signal.aborted) again = setTimeout(() => void load(true), RECONNECT_WAIT_MS);
    } finally {
      // Also where loading failed: the user config then says which machine this is.
      void fetchMore(bridge).then((more) => state.set(more));
    }
  }

  listenToBridge(
    token,
    {
      opened() {
        state.set({ linked: true });
        // The agent begins with every section: what is being loaded for the first time need not be loaded twice.
        if (opened || state.get().load === 'ERROR') void load();
        opened = true;
      },
      // Nobody measures any more: what the indicators said may no longer be so.
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

/** All that the home screen needs. What is measured of the network takes seconds where there is none, and is pushed. */
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

/** What the home screen is whole without: it does without what is not there in 3 seconds (spec chapter 4). */
async function fetchMore(bridge: Bridge): Promise<Partial<SessionState>> {
  const [userConfig, context] = await Promise.all([
    bridge.call('load_user_config', {}).catch(() => null),
    bridge.call('load_machine_context', {}).catch(() => null),
  ]);
  return { userConfig, context };
}

/** Sections that the state has under another name. An agent newer than this page may push more than it knows. */
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
