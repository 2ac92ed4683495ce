import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REMOTE_SILENT_MS } from '@berth/contract/device/remote';
import type { Bus } from '../../platform/bus.ts';
import { Tunnel } from './tunnel.ts';

/** Asked of the other nodes: whoever began this session takes the socket over a tunnel. */
const KNOCK = 'remote.knock';
interface Knock {
  readonly channel: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What makes an upgrade a WebSocket; nothing else of the call leaves the node. */
const HEADERS = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'];
/** Time for another node to say that the session is its own. */
const ANSWER_MS = 5_000;
/** Sockets that wait for that: more at a time are guesses. */
const KNOCKS_MAX = 200;

const NOBODY = 'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const APART = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

export interface Meeting {
  /** Carries a socket whose session this node does not know to the node that does. */
  carry(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  stop(): void;
}

/** Lets both sides of a session meet, whichever node a load balancer gave each to. */
export function meetElsewhere(
  bus: Bus,
  takes: {
    readonly knows: (url: string) => boolean;
    readonly take: (request: IncomingMessage, stream: Duplex) => void;
  },
): Meeting {
  const tunnels = new Set<Tunnel>();
  let knocks = 0;

  function open(to: string, from: string): Tunnel {
    const tunnel = new Tunnel(bus, { to, from });
    tunnels.add(tunnel);
    return tunnel.once('close', () => tunnels.delete(tunnel)).on('error', () => tunnel.destroy());
  }

  const unsubscribe = bus.subscribe(
    KNOCK,
    (message) => {
      const { channel, url, headers } = message as Knock;
      if (!takes.knows(url)) return;
      const request = new IncomingMessage(new Socket());
      request.method = 'GET';
      request.url = url;
      Object.assign(request.headers, headers);
      takes.take(request, open(`${channel}.down`, `${channel}.up`));
    },
    'elsewhere',
  );

  return {
    carry(request, stream, head) {
      if (!bus.isWhole()) return void stream.end(APART);
      if (knocks >= KNOCKS_MAX) return void stream.end(NOBODY);
      const channel = randomUUID();
      const tunnel = open(`${channel}.up`, `${channel}.down`);
      knocks += 1;
      let isAnswered = false;
      const answered = () => {
        if (isAnswered) return;
        isAnswered = true;
        knocks -= 1;
      };
      // The node of the session pings its side, so that silence means that it is gone.
      let patience = setTimeout(() => {
        stream.end(NOBODY);
        tunnel.destroy();
      }, ANSWER_MS);
      tunnel.on('data', () => {
        answered();
        clearTimeout(patience);
        patience = setTimeout(() => tunnel.destroy(), REMOTE_SILENT_MS);
      });
      tunnel.once('close', () => {
        answered();
        clearTimeout(patience);
        // Ended in good order it still writes what came last.
        if (!stream.writableEnded) stream.destroy();
      });
      stream.on('error', () => tunnel.destroy()).once('close', () => tunnel.destroy());
      if (stream instanceof Socket) stream.setNoDelay(true).setTimeout(0);
      if (head.length > 0) stream.unshift(head);
      tunnel.pipe(stream).pipe(tunnel);
      const headers = Object.fromEntries(HEADERS.map((name) => [name, String(request.headers[name] ?? '')]));
      bus.publish(KNOCK, { channel, url: request.url ?? '', headers } satisfies Knock);
    },
    stop() {
      unsubscribe();
      for (const tunnel of tunnels) tunnel.destroy();
    },
  };
}
