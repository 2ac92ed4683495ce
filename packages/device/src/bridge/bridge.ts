import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BRIDGE_EVENTS_PATH, BRIDGE_PATH, type BridgeEvent } from '@berth/contract/bridge/methods';
import { AIRPLAY_PICTURES_PATH } from '@berth/contract/bridge/screen';
import { createServer } from '../system/http.ts';
import type { Log } from '../system/log.ts';
import { BridgeError, type BridgeHandlers, runCall } from './calls.ts';
import { Events, sendPictures } from './events.ts';
import { firstReplies } from './first-replies.ts';
import { Guard, type PageKind } from './guard.ts';
import { type PageOrigins, pathOf, servePage } from './page.ts';

export interface BridgeOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly clientFolder: string;
  readonly handlers: BridgeHandlers;
  readonly snapshot: () => readonly BridgeEvent[];
  /** Called when a browser asks for a file of the page. */
  readonly onRead: () => void;
  /** Called when a page connects to the events; the returned function is called when it disconnects. */
  readonly onWatch: (kind: PageKind) => () => void;
  /** Paths of the pages that are shown in notice windows. */
  readonly noticePaths: readonly string[];
  /** Calls `listener` with each AirPlay picture, until the returned function is called. */
  readonly watchPictures: (listener: (jpeg: Buffer) => void) => () => void;
  readonly origins: () => PageOrigins;
  /** The machine's language, as BCP 47. */
  readonly language: () => string;
  readonly log: Log;
}

export interface Bridge {
  readonly url: string;
  publish(event: BridgeEvent): void;
  close(): Promise<void>;
}

/** A literal address: a host name could be resolved to another address. */
const ADDRESS = '127.0.0.1';

/** The loopback server of the session's page: its files, its calls and its events (spec chapter 7, local bridge). */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: 2_000 });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  const guard = new Guard(`${ADDRESS}:${port}`);
  const events = new Events(options.snapshot, options.onWatch);

  server.on('request', (request, reply) => {
    answer(request, reply, guard, options).catch((error: unknown) => refuse(reply, error, options.log));
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    try {
      if (request.url?.split('?')[0] !== BRIDGE_EVENTS_PATH) throw new BridgeError('not-found', 'No such socket.');
      events.accept(request, socket, head, guard.checkEvents(request));
    } catch (error) {
      const status = error instanceof BridgeError ? error.status : 500;
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    }
  });
  return {
    url: guard.origin,
    publish: (event) => events.publish(event),
    close: async () => {
      events.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  guard: Guard,
  options: BridgeOptions,
): Promise<void> {
  const isCall = request.url?.startsWith(`${BRIDGE_PATH}/`) ?? false;
  if (!isCall && (request.method === 'GET' || request.method === 'HEAD')) {
    guard.checkRead(request);
    options.onRead();
    return servePage(request, reply, {
      folder: options.clientFolder,
      token: guard.tokens[options.noticePaths.includes(pathOf(request)) ? 'notice' : 'home'],
      origins: options.origins,
      language: options.language,
      firstReplies: () => firstReplies(options.handlers),
    });
  }
  guard.checkCall(request);
  if (request.url === AIRPLAY_PICTURES_PATH) return sendPictures(request, reply, options.watchPictures);
  if (!isCall || request.method !== 'POST') throw new BridgeError('method-not-allowed', 'Calls are POST /bridge/….');
  const result = await runCall(request, options.handlers);
  send(reply, 200, { result });
}

function refuse(reply: ServerResponse, error: unknown, log: Log): void {
  if (!(error instanceof BridgeError)) log.error({ error: String(error) }, 'bridge call failed');
  const answered = error instanceof BridgeError ? error : new BridgeError('internal', messageOf(error));
  if (reply.headersSent) return void reply.destroy();
  send(reply, answered.status, answered.reply());
}

// The page is the machine's own: it may show internal error messages.
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something on this machine failed.';
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The unread rest of a refused body must not be parsed as the next request.
    ...(status >= 400 ? { connection: 'close' } : {}),
  });
  reply.end(JSON.stringify(body));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = new Error(
        `The bridge's port ${port} is in use: end what uses it, or choose another by --bridge-port.`,
      );
      reject(error.code === 'EADDRINUSE' ? inUse : error);
    });
    server.listen(port, ADDRESS, resolve);
  });
}
