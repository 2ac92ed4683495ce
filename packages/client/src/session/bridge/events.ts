import { BRIDGE_EVENTS_PATH, BRIDGE_SUBPROTOCOL, type BridgeEvent } from '@berth/contract/bridge/methods';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';

export interface EventHandlers {
  /** The channel is open: whatever was pushed while it was not has to be fetched. */
  readonly opened: () => void;
  readonly closed: () => void;
  readonly event: (event: BridgeEvent) => void;
}

/** Listens to what the agent pushes, and comes back two seconds after a lost channel, until `signal` ends it. */
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
      retry = setTimeout(connect, RECONNECT_WAIT_MS);
    };
  }

  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    socket?.close();
  });
  connect();
}
