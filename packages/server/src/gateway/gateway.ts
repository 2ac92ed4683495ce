import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  CLOSE,
  type FromMachine,
  GATEWAY_DEAD_MS,
  GATEWAY_PATH,
  GATEWAY_PROTOCOL,
} from '@berth/contract/device/messages';
import { GATEWAY_FRAME_BYTES_MAX } from '@berth/contract/limits';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { asWork } from '../platform/tracing/work.ts';
import { Connection, type ConnectionDeps } from './connection.ts';
import { createProfileSource } from './desired.ts';
import { dispatch } from './dispatch.ts';
import { admit, challengeNonce } from './handshake.ts';
import { MachineSocket } from './machine-socket.ts';
import { parseMessage } from './messages.ts';
import { followNodes } from './nodes/follow.ts';
import type { GatewayPorts, MachineKey } from './ports.ts';
import type { PresenceKeeper } from './presence.ts';
import { createRegistry } from './registry.ts';
import { startStateWriter } from './state-writer.ts';
import { MACHINE_CLONED, type MachineCloned, PICTURE_TAKEN, type PictureTaken } from './topics.ts';
import { inTurns } from './turns.ts';

/** How patient the gateway is; tests are less so. */
export interface GatewayTiming {
  readonly authenticateMs: number;
  readonly deadMs: number;
  readonly stuckMs: number;
  readonly sweepMs: number;
  readonly writeMs: number;
}

export const GATEWAY_TIMING: GatewayTiming = {
  authenticateMs: 10_000,
  deadMs: GATEWAY_DEAD_MS,
  stuckMs: 30_000,
  sweepMs: 5_000,
  writeMs: 2_000,
};

/** Connections that have not said yet who they are: room for a whole fleet that comes back at once, not for more. */
const STRANGERS_MAX = 20_000;

export interface GatewayDeps {
  readonly ports: GatewayPorts;
  readonly presence: PresenceKeeper;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timing: GatewayTiming;
  /** The server's public address: machines' tokens have to be for it. */
  readonly audience: string;
  /** Whether other nodes hold machines too. */
  readonly isShared: boolean;
}

/** The machines' door. It accepts, keeps presence and hands over; what may be done is decided by the features. */
export interface Gateway {
  /** Takes a WebSocket upgrade of the HTTP server; false when it is not for the gateway. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  /** Closes all connections, so that machines look for another server, and writes down what is unwritten. */
  stop(): Promise<void>;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { presence, bus, clock, logger, timing, audience, isShared } = deps;
  const ports = inTurns(deps.ports);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: GATEWAY_FRAME_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const registry = createRegistry();
  const profiles = createProfileSource((organizationId, id, revision) =>
    ports.loadProfile(organizationId, id, revision),
  );
  const connectionDeps: ConnectionDeps = {
    ...{ ports, presence, profiles },
    now: () => clock.now(),
    pictured: (machine, picture) => bus.publish(PICTURE_TAKEN, { ...machine, picture } satisfies PictureTaken),
  };
  const writer = startStateWriter({ presence, save: (states) => ports.saveStates(states), logger, timing });
  const undispatch = dispatch({ bus, registry, profiles, presence, logger });
  const unfollow = isShared ? followNodes({ bus, registry, presence, ports, logger }) : () => undefined;
  let strangers = 0;

  const sweep = setInterval(() => {
    const now = clock.now();
    for (const connection of registry.all()) {
      if (connection.isSilent(now, timing.deadMs)) connection.socket.cut();
      else if (connection.socket.isStuck(now, timing.stuckMs)) connection.socket.close(CLOSE.tooSlow);
    }
  }, timing.sweepMs);

  function raiseAlarm({ organizationId, machineId }: MachineKey): void {
    logger.warn({ machine: machineId }, 'Two machines with the same key are connected: was a disk copied?');
    bus.publish(MACHINE_CLONED, { organizationId, machineId } satisfies MachineCloned);
  }

  function accept(ws: WebSocket, stream: Duplex): void {
    const socket = new MachineSocket(ws, stream);
    if (stream instanceof Socket) stream.setNoDelay(true);
    const nonce = challengeNonce();
    let connection: Connection | undefined;
    let first = true;
    let work = Promise.resolve();
    strangers += 1;
    const impatience = setTimeout(() => socket.close(CLOSE.badToken), timing.authenticateMs);

    function known(): void {
      if (!first) return;
      first = false;
      strangers -= 1;
      clearTimeout(impatience);
    }

    async function handle(message: FromMachine | undefined): Promise<void> {
      if (ws.readyState !== ws.OPEN) return;
      if (connection && message) return connection.receive(message);
      if (connection || !first) return socket.close(CLOSE.badMessage);
      known();
      const admission = await admit(message, { nonce, audience }, ports);
      if ('refusal' in admission) return socket.close(admission.refusal);
      if (ws.readyState !== ws.OPEN) return;
      connection = new Connection(admission.key, socket, connectionDeps);
      registry.add(connection)?.socket.close(CLOSE.replaced);
      presence.connected(admission.key, admission.reported);
      await connection.refresh();
      await connection.deliverWaiting();
    }

    const handleTraced = (message: FromMachine | undefined): Promise<void> =>
      asWork(`gateway.${message?.type ?? 'refuse'}`, () => handle(message));

    ws.on('message', (data: RawData, isBinary) => {
      const message = isBinary ? undefined : parseMessage(toBuffer(data));
      // Answered at once: holding the socket back for it, as for work, costs several times the answer; nor is it worth a
      // span, when a fleet sends thousands a second.
      if (connection && message?.type === 'ping') return connection.answerPing();
      socket.pause();
      work = work
        .then(() => handleTraced(message))
        .catch((error: unknown) => {
          logger.error({ err: error, machine: connection?.key.machineId }, 'A message of a machine failed');
          socket.close(CLOSE.restarting);
        })
        .finally(() => socket.resume());
    });
    // Oversize frames and broken ones: ws closes by itself, with the code for what was wrong.
    ws.on('error', (error) => logger.debug({ err: error }, 'A machine sent what is no frame'));
    ws.on('close', (code) => {
      known();
      // Only we close so: a machine that answers it is alive beside the one that took its place.
      if (connection && code === CLOSE.replaced) raiseAlarm(connection.key);
      if (connection && registry.remove(connection)) presence.disconnected(connection.key.machineId);
    });
    socket.send({ type: 'challenge', nonce, protocol: GATEWAY_PROTOCOL });
  }

  return {
    upgrade(request, stream, head) {
      if (pathOf(request) !== GATEWAY_PATH) return false;
      if (strangers >= STRANGERS_MAX) stream.destroy();
      else server.handleUpgrade(request, stream, head, (ws) => accept(ws, stream));
      return true;
    },
    async stop() {
      clearInterval(sweep);
      undispatch();
      unfollow();
      const closed = [...server.clients].map((ws) => new Promise<void>((done) => ws.once('close', () => done())));
      for (const ws of server.clients) ws.close(CLOSE.restarting);
      const giveUp = setTimeout(() => {
        for (const ws of server.clients) ws.terminate();
      }, 1_000);
      await Promise.all(closed);
      clearTimeout(giveUp);
      await writer.stop();
    },
  };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
