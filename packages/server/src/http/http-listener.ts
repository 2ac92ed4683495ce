import { type EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { StartError } from '../platform/start-error.ts';

/** The listening socket. It opens first, so that a port in use is reported before the database starts. */
export interface HttpListener {
  readonly server: Server;
  readonly port: number;
  /** Installs the handler. Until then every call gets 503 with Retry-After. */
  open(): void;
  /** Accepts no new connections, and resolves when every call is answered or after `patienceMs`. */
  drain(patienceMs: number): Promise<void>;
  /** Ends all remaining connections, including machines' sockets. */
  close(): Promise<void>;
}

/** Timeout of an idle socket during a call. */
const SILENCE_MS = 120_000;

const notYet: RequestListener = (request, response) => {
  request.resume();
  const error = { status: 503, code: 'unavailable', message: 'Berth is starting. Try again in a moment.' };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  response.end(JSON.stringify({ error }));
};

/** Listens, with time limits for slow clients. */
export async function openHttpListener(host: string, port: number): Promise<HttpListener> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 30_000 }, notYet);
  server.maxRequestsPerSocket = 0;
  // For a fleet that reconnects at once; net.core.somaxconn may lower it.
  server.listen({ host, port, backlog: 4_096 });
  await once(server, 'listening').catch((cause: unknown) => {
    throw listenFailure(host, port, cause);
  });
  // AddressInfo, because a host and a port are given.
  const address = server.address() as AddressInfo;
  const closed = once(server, 'close');
  const sockets = new Set<Socket>();
  // One function for all sockets, to save memory.
  function forget(this: Socket): void {
    sockets.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', forget);
  });
  const answers = new Set<ServerResponse>();
  let isDraining = false;
  // The first listener, so that the header is set before any reply.
  server.prependListener('request', ({ socket }, response) => {
    // `server.timeout` would cost each machine's socket a timer; the gateway checks them itself.
    socket.setTimeout(SILENCE_MS);
    if (isDraining) endWith(response);
    keepWhileOpen(answers, response);
  });
  return {
    server,
    port: address.port,
    open: () => void server.off('request', notYet),
    drain: async (patienceMs) => {
      isDraining = true;
      server.close();
      server.closeIdleConnections();
      for (const answer of answers) endWith(answer);
      const patience = AbortSignal.timeout(patienceMs);
      // A busy connection may receive one more call meanwhile.
      for (let [next] = answers; next && !patience.aborted; [next] = answers) {
        await once(next, 'close', { signal: patience }).catch(() => undefined);
      }
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Marks the reply as the last on its connection. */
function endWith(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

function keepWhileOpen<T extends EventEmitter>(open: Set<T>, each: T): void {
  open.add(each);
  each.once('close', () => open.delete(each));
}

function listenFailure(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const advice: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} is already in use.`,
      'Stop the program that uses it (perhaps another Berth), or choose another port: BERTH_PORT=8081 npm start.',
    ],
    EACCES: [
      `This user cannot listen on port ${port}.`,
      'Ports below 1024 belong to root: choose another with BERTH_PORT, and put a proxy in front.',
    ],
    EADDRNOTAVAIL: [
      `This computer has no address ${host}.`,
      'Set BERTH_HOST to one that it has, or to 0.0.0.0 for all.',
    ],
    ENOTFOUND: [
      `The name ${host} has no address.`,
      'Set BERTH_HOST to an address of this computer, or to 0.0.0.0 for all.',
    ],
  };
  const [message, what] = advice[String(code)] ?? [];
  return message && what ? new StartError(message, what, { cause }) : cause;
}
