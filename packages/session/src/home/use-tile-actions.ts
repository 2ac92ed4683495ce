import type { BridgeInput, OpenSession } from '@berth/contract/bridge/methods';
import type { AppScreenEntry } from '@berth/contract/profile/own-entries';
import { useRef, useState } from 'react';
import { BridgeError } from '../bridge/bridge.ts';
import { navigate } from '../navigation.ts';
import { screenPathOf } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';

interface TileActions {
  /** Undefined while not open. */
  readonly state: OpenSession['state'] | undefined;
  /** Handles a click: opens it, brings it to the front, or asks for a login first. */
  readonly open: () => void;
  /** Whether a click here has opened it and its window is not visible yet. */
  readonly opening: boolean;
  /** Call when the window is visible or has failed. */
  readonly shown: () => void;
  /** The user no longer waits for the window. */
  readonly stop: () => void;
  /** Whether the login of a remote desktop is requested. */
  readonly asking: boolean;
  readonly logIn: (login: BridgeInput<'open_session'>['login']) => void;
  readonly cancel: () => void;
  /** Undefined without a window to close. */
  readonly close: (() => void) | undefined;
}

/** Whether a tap first asks for a login. */
const ASKS_LOGIN: Readonly<Record<AppScreenEntry['type'], boolean>> = {
  app: false,
  webapp: false,
  webbrowser: false,
  rdp: true,
};

/** The state and actions of a tile's window. The agent pushes every change; a click responds right away. */
export function useTileActions({ type, index, app_instance }: AppScreenEntry, title: string): TileActions {
  const { bridge, state: store } = useSession();
  const [pending, setPending] = useState(false);
  const [clicked, setClicked] = useState(false);
  const [asking, setAsking] = useState(false);
  const stopped = useRef(false);
  const session = useSessionState(({ sessions }) => {
    return sessions.find((each) => {
      return each.session_type === type && each.session_index === index && each.app_instance === app_instance;
    });
  });
  const isOpen = session?.state === 'open' || session?.state === 'starting';

  async function request(login?: BridgeInput<'open_session'>['login']): Promise<void> {
    if (!bridge || pending || type === 'app') return;
    setAsking(false);
    setPending(true);
    setClicked(!isOpen);
    stopped.current = false;
    const given = login === undefined ? {} : { login };
    try {
      const { id } = await bridge.call('open_session', {
        session_type: type,
        session_index: index,
        app_instance,
        ...given,
      });
      // The user stopped before the agent told of it.
      if (stopped.current) end(id);
    } catch (error) {
      const failure = error instanceof BridgeError ? error.code : 'unknown';
      store.set({ refused: { of: 'session', title, failure } });
    } finally {
      setPending(false);
    }
  }

  function open(): void {
    if (type === 'app') navigate(screenPathOf(app_instance ?? ''));
    else if (ASKS_LOGIN[type] && bridge && !isOpen) setAsking(true);
    else void request();
  }

  const state = pending && session?.state !== 'open' ? 'starting' : session?.state;
  const end = (id: string) => void bridge?.call('close_session', { id }).catch(() => {});
  const id = bridge && session?.state === 'open' ? session.id : undefined;
  return {
    state,
    open,
    opening: clicked && state === 'starting',
    shown: () => setClicked(false),
    stop: () => {
      setClicked(false);
      stopped.current = true;
      if (session) end(session.id);
    },
    asking,
    logIn: (login) => void request(login),
    cancel: () => setAsking(false),
    // A window that is gone already is the desired result.
    close: id === undefined ? undefined : () => end(id),
  };
}
