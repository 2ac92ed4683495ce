import { BRIDGE_EVENTS_PATH, BRIDGE_SUBPROTOCOL, type BridgeEvent } from '@berth/contract/bridge/methods';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';

export interface EventHandlers {
  /** The channel is open: events missed before must be fetched. */
  readonly opened: () => void;
  readonly closed: () => void;
  readonly event: (event: BridgeEvent) => void;
  /** The agent restarted and no longer knows this page's token. */
  readonly forgotten: () => void;
}

/** Subscribes to the agent's events, and reconnects two seconds after a loss, until `signal` aborts. */
export function listenToBridge(token: string, handlers: EventHandlers, signal: AbortSignal): void {
  const address = `ws://${location.host}${BRIDGE_EVENTS_PATH}`;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    socket = new WebSocket(address, [BRIDGE_SUBPROTOCOL, token]);
    socket.onopen = handlers.opened;
    socket.onmessage = ({ data }) => handlers.event(JSON.parse(String(data)));
    socket.onclose = () => {
      if (signal.aborted) return;
      handlers.closed();
      retry = setTimeout(() => void reconnect(), RECONNECT_WAIT_MS);
    };
  }

  async function reconnect(): Promise<void> {
    if (await isForgotten(token)) handlers.forgotten();
    else if (!signal.aborted) connect();
  }

  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    socket?.close();
  });
  connect();
}

/** Whether the bridge now serves the page with another token. */
async function isForgotten(token: string): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, { cache: 'no-store' });
    return response.ok && !(await response.text()).includes(token);
  } catch {
    // Unreachable: the next attempt decides.
    return false;
  }
}
