import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  REMOTE_CLOSE,
  REMOTE_MAX_MS,
  REMOTE_OPEN_MS,
  REMOTE_PATH,
  REMOTE_PING_MS,
  REMOTE_SILENT_MS,
  REMOTE_SUBPROTOCOL,
} from '@berth/contract/device/remote';
import type { MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import { roleMay } from '@berth/contract/rules/permissions';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Bus } from '../platform/bus.ts';
import type { Logger } from '../platform/logger.ts';
import { forwardSessions } from './nodes/session-forwarding.ts';
import { endWhenSilent, pipeSockets } from './relay-sockets.ts';
import {
  API_KEY_DELETED,
  MACHINE_CHANGED,
  type MachineChanged,
  MEMBER_CHANGED,
  type MemberChanged,
  ORGANIZATION_CHANGED,
  type OrganizationChanged,
  SESSION_ENDED,
} from './topics.ts';

const FRAME_BYTES_MAX = 1024 * 1024;

/** Path and tokens for both sides. */
export interface RemoteTickets {
  readonly path: string;
  readonly viewerToken: string;
  readonly machineToken: string;
}

export interface RemoteOwner {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly userId: UserId;
  /** The API key or login session of its call; undefined if it has neither. */
  readonly openedBy: string | undefined;
  /** Whether it includes the machine's shell. */
  readonly withShell: boolean;
  /** Called once for a session with both sides, with its duration. */
  readonly onEnd: (seconds: number) => Promise<void>;
}

/** Connects a person's browser to a machine's screen: two sockets per session, each opened once with its token. */
export interface RemoteRelay {
  open(owner: RemoteOwner): RemoteTickets;
  /** Takes a WebSocket upgrade; returns false if it is not for the relay. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  stop(): Promise<void>;
}

type Side = 'viewer' | 'machine';
type Times = Readonly<Record<'openMs' | 'maxMs' | 'pingMs' | 'silentMs', number>>;

interface Session extends RemoteOwner {
  readonly tokens: Readonly<Record<Side, Buffer>>;
  readonly sockets: Partial<Record<Side, WebSocket>>;
  timer: NodeJS.Timeout;
  /** When both sides were connected, by the monotonic clock. */
  joinedAt: number | null;
}

export interface RemoteRelayDeps {
  readonly bus: Bus;
  readonly logger: Logger;
  /** Whether a socket may arrive at another node than its session. */
  readonly isShared: boolean;
  /** Whether the organization still has the machine, and still allows what the session includes. */
  readonly mayGoOn: (session: Pick<RemoteOwner, 'organizationId' | 'machineId' | 'withShell'>) => Promise<boolean>;
}

export function createRemoteRelay(
  { bus, logger, isShared, mayGoOn }: RemoteRelayDeps,
  times: Times = { openMs: REMOTE_OPEN_MS, maxMs: REMOTE_MAX_MS, pingMs: REMOTE_PING_MS, silentMs: REMOTE_SILENT_MS },
): RemoteRelay {
  const sessions = new Map<string, Session>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES_MAX,
    perMessageDeflate: false,
    handleProtocols: () => REMOTE_SUBPROTOCOL,
  });

  function end(id: string, code: number): void {
    const session = sessions.get(id);
    if (!session) return;
    sessions.delete(id);
    clearTimeout(session.timer);
    for (const socket of Object.values(session.sockets)) {
      socket.resume();
      socket.close(code);
    }
    if (session.joinedAt === null) return;
    const seconds = Math.round((performance.now() - session.joinedAt) / 1_000);
    session
      .onEnd(seconds)
      .catch((error: unknown) =>
        logger.error({ err: error }, 'The end of a remote control session could not be recorded'),
      );
  }

  function limit(id: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => end(id, REMOTE_CLOSE.expired), ms).unref();
  }

  function join(id: string, session: Session, side: Side, socket: WebSocket): void {
    session.sockets[side] = socket;
    // Reading starts once both sides are connected: the machine speaks first.
    socket.pause();
    socket.on('error', () => socket.terminate());
    socket.on('close', () => end(id, REMOTE_CLOSE.left));
    endWhenSilent(socket, times);
    const { viewer, machine } = session.sockets;
    if (!viewer || !machine) return;
    clearTimeout(session.timer);
    session.timer = limit(id, times.maxMs);
    session.joinedAt = performance.now();
    pipeSockets(viewer, machine);
  }

  /** Ends the sessions that may not go on; if that cannot be found out, too. */
  async function review(isMeant: (session: Session) => boolean): Promise<void> {
    const meant = [...sessions].filter(([, session]) => isMeant(session));
    await Promise.all(
      meant.map(async ([id, session]) => {
        const may = await mayGoOn(session).catch((error: unknown) => {
          logger.error({ err: error }, 'The permission of a remote control session could not be read');
          return false;
        });
        if (!may) end(id, REMOTE_CLOSE.removed);
      }),
    );
  }

  const subscriptions = [
    bus.subscribe(MEMBER_CHANGED, (message) => {
      const { organizationId, userId, role } = message as MemberChanged;
      for (const [id, session] of sessions) {
        if (session.organizationId !== organizationId || session.userId !== userId) continue;
        const may = role !== null && roleMay(role, 'machine.remote');
        if (!may || (session.withShell && !roleMay(role, 'machine.shell'))) end(id, REMOTE_CLOSE.removed);
      }
    }),
    ...[SESSION_ENDED, API_KEY_DELETED].map((topic) =>
      bus.subscribe(topic, (message) => {
        for (const [id, { openedBy }] of sessions) {
          if (openedBy !== undefined && openedBy === message) end(id, REMOTE_CLOSE.removed);
        }
      }),
    ),
    bus.subscribe(MACHINE_CHANGED, (message) => {
      const { machineId } = message as MachineChanged;
      return review((session) => session.machineId === machineId);
    }),
    bus.subscribe(ORGANIZATION_CHANGED, (message) => {
      const { organizationId } = message as OrganizationChanged;
      return review((session) => session.organizationId === organizationId);
    }),
  ];

  function admit(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const id = idOf(request.url);
    const session = sessions.get(id);
    const side = session && sideOf(session, tokenOf(request));
    if (!session || !side || session.sockets[side]) {
      stream.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    } else server.handleUpgrade(request, stream, head, (socket) => join(id, session, side, socket));
  }

  const forwarding = isShared
    ? forwardSessions(bus, {
        knows: (url) => sessions.has(idOf(url)),
        take: (request, stream) => admit(request, stream, Buffer.alloc(0)),
      })
    : undefined;

  return {
    open(owner) {
      const id = randomUUID();
      const [viewer, machine] = [randomBytes(24), randomBytes(24)];
      const timer = limit(id, times.openMs);
      sessions.set(id, { ...owner, tokens: { viewer, machine }, sockets: {}, timer, joinedAt: null });
      return {
        path: `${REMOTE_PATH}/${id}`,
        viewerToken: viewer.toString('base64url'),
        machineToken: machine.toString('base64url'),
      };
    },
    upgrade(request, stream, head) {
      if (!(request.url ?? '').startsWith(`${REMOTE_PATH}/`)) return false;
      if (forwarding && !sessions.has(idOf(request.url))) forwarding.forward(request, stream, head);
      else admit(request, stream, head);
      return true;
    },
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const id of sessions.keys()) end(id, REMOTE_CLOSE.left);
      const giveUp = setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, 500);
      await new Promise<void>((done) => server.close(() => done()));
      clearTimeout(giveUp);
      forwarding?.stop();
    },
  };
}

/** The session ID in a socket's path. */
function idOf(url = ''): string {
  const [path = ''] = url.split('?', 1);
  return path.slice(REMOTE_PATH.length + 1);
}

function tokenOf({ headers }: IncomingMessage): Buffer {
  const [protocol, token = ''] = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  return Buffer.from(protocol === REMOTE_SUBPROTOCOL ? token : '', 'base64url');
}

function sideOf({ tokens }: Session, given: Buffer): Side | undefined {
  const isFor = (side: Side) => given.length === tokens[side].length && timingSafeEqual(given, tokens[side]);
  if (isFor('viewer')) return 'viewer';
  return isFor('machine') ? 'machine' : undefined;
}
