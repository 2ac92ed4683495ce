import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../platform/start-error.ts';

/** The listening socket. It is opened first: a port in use is found before a database is started for nothing. */
export interface FrontDoor {
  readonly server: Server;
  readonly port: number;
  /** From now on somebody else answers; until then every call is told to come back. */
  open(): void;
  /** Lets the answers that are under way finish, at most `patienceMs`, and takes no new calls. */
  close(patienceMs: number): Promise<void>;
}

const notYet: RequestListener = (request, response) => {
  request.resume();
  const error = { status: 503, code: 'unavailable', message: 'Berth is starting. Try again in a moment.' };
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  response.end(JSON.stringify({ error }));
};

/** Listens, with time limits on whoever sends slowly. */
export async function openFrontDoor(host: string, port: number): Promise<FrontDoor> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 30_000 }, notYet);
  // Nothing is waited for on a socket that nobody uses; the gateway's sockets set their own limit.
  server.timeout = 120_000;
  server.maxRequestsPerSocket = 0;
  server.listen({ host, port });
  await once(server, 'listening').catch((cause: unknown) => {
    throw listenFailure(host, port, cause);
  });
  // AddressInfo, because a host and a port were given.
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    open: () => void server.off('request', notYet),
    close: async (patienceMs) => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(impatience);
    },
  };
}

function listenFailure(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const advice: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} is in use already.`,
      'Stop the program that uses it (perhaps another Berth), or choose another port: BERTH_PORT=8081 npm start.',
    ],
    EACCES: [
      `This user may not listen on port ${port}.`,
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
