import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REMOTE_SILENT_MS } from '@berth/contract/device/remote';
import type { Bus } from '../../platform/bus.ts';
import { Tunnel } from './tunnel.ts';

/** Asks the other nodes which of them owns a session. The owner takes the socket over a tunnel. */
const LOOKUP = 'remote.lookup';
interface SessionLookup {
  readonly channel: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of a WebSocket upgrade; no others are forwarded. */
const HEADERS = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'];
/** Time for another node to claim the session. */
const ANSWER_MS = 5_000;
/** Maximum number of sockets that wait for a claim; more are guesses. */
const LOOKUPS_MAX = 200;

const UNAUTHORIZED = 'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

interface SessionForwarding {
  /** Forwards a socket of an unknown session to the node that owns the session. */
  forward(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  stop(): void;
}

/** Connects both sides of a session, whichever node the load balancer chose for each. */
export function forwardSessions(
  bus: Bus,
  takes: {
    readonly knows: (url: string) => boolean;
    readonly take: (request: IncomingMessage, stream: Duplex) => void;
  },
): SessionForwarding {
  const tunnels = new Set<Tunnel>();
  let lookups = 0;

  function open(to: string, from: string): Tunnel {
    const tunnel = new Tunnel(bus, { to, from });
    tunnels.add(tunnel);
    return tunnel.once('close', () => tunnels.delete(tunnel)).on('error', () => tunnel.destroy());
  }

  const unsubscribe = bus.subscribe(
    LOOKUP,
    (message) => {
      const { channel, url, headers } = message as SessionLookup;
      if (!takes.knows(url)) return;
      const request = new IncomingMessage(new Socket());
      request.method = 'GET';
      request.url = url;
      Object.assign(request.headers, headers);
      takes.take(request, open(`${channel}.down`, `${channel}.up`));
    },
    'other-nodes',
  );

  return {
    forward(request, stream, head) {
      if (!bus.isWhole()) return void stream.end(UNAVAILABLE);
      if (lookups >= LOOKUPS_MAX) return void stream.end(UNAUTHORIZED);
      const channel = randomUUID();
      const tunnel = open(`${channel}.up`, `${channel}.down`);
      lookups += 1;
      let isAnswered = false;
      const answered = () => {
        if (isAnswered) return;
        isAnswered = true;
        lookups -= 1;
      };
      // The owning node pings its side, so silence means that it is gone.
      let timeout = setTimeout(() => {
        stream.end(UNAUTHORIZED);
        tunnel.destroy();
      }, ANSWER_MS);
      tunnel.on('data', () => {
        answered();
        clearTimeout(timeout);
        timeout = setTimeout(() => tunnel.destroy(), REMOTE_SILENT_MS);
      });
      tunnel.once('close', () => {
        answered();
        clearTimeout(timeout);
        // After a normal end it still flushes the last bytes.
        if (!stream.writableEnded) stream.destroy();
      });
      stream.on('error', () => tunnel.destroy()).once('close', () => tunnel.destroy());
      if (stream instanceof Socket) stream.setNoDelay(true).setTimeout(0);
      if (head.length > 0) stream.unshift(head);
      tunnel.pipe(stream).pipe(tunnel);
      const headers = Object.fromEntries(HEADERS.map((name) => [name, String(request.headers[name] ?? '')]));
      bus.publish(LOOKUP, { channel, url: request.url ?? '', headers } satisfies SessionLookup);
    },
    stop() {
      unsubscribe();
      for (const tunnel of tunnels) tunnel.destroy();
    },
  };
}
