import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Pages whose scripts may open a WebSocket: none; those of this server; or those and a machine's pages at its loopback
 * address. Programs send no origin.
 */
export type OpenTo = 'no page' | 'own pages' | 'own pages and machines';

export interface Upgrade {
  /** The path and everything below it. */
  readonly path: string;
  readonly openTo: OpenTo;
  /** Returns false for an unknown path below it. */
  readonly take: (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean;
}

const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const NOT_FOUND = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * The only entry for WebSockets. Browsers let any page open one to any server without a preflight, so the server checks
 * the origin itself.
 */
export function serveUpgrades(server: Server, publicUrl: string, upgrades: readonly Upgrade[]): void {
  const own = new URL(publicUrl);
  server.on('upgrade', (request, stream, head) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const upgrade = upgrades.find((each) => path === each.path || path.startsWith(`${each.path}/`));
    if (!upgrade) end(stream, NOT_FOUND);
    else if (!mayOpen(request.headers.origin, upgrade.openTo, own)) end(stream, FORBIDDEN);
    else if (!upgrade.take(request, stream, head)) end(stream, NOT_FOUND);
  });
}

function mayOpen(origin: string | undefined, openTo: OpenTo, own: URL): boolean {
  if (origin === undefined) return true;
  if (openTo === 'no page') return false;
  if (origin === own.origin) return true;
  // Locally, a server has several hostnames, and a development server another port.
  const mayBeLocal = openTo === 'own pages and machines' || isLoopback(own);
  return mayBeLocal && URL.canParse(origin) && isLoopback(new URL(origin));
}

/** Whether a hostname is a local name of the computer. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function end(stream: Duplex, answer: string): void {
  stream.on('error', () => stream.destroy());
  stream.end(answer);
}
