import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE, GATEWAY_DEAD_MS, GATEWAY_PATH } from '@berth/contract/device/messages';
import { AddressSlots } from '../platform/address-slots.ts';
import type { ForwardedFor } from '../platform/addresses.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { sharing } from './coalesce.ts';
import type { Connection, ConnectionDeps } from './connection.ts';
import { budgetConnections } from './connection-pool-budget.ts';
import { createProfileSource } from './desired.ts';
import { dispatch } from './dispatch.ts';
import { MachineSocket } from './machine-socket.ts';
import { syncWithNodes } from './nodes/node-sync.ts';
import type { GatewayPorts, MachineKey } from './ports.ts';
import type { PresenceKeeper } from './presence.ts';
import { createReconnectMemoryTrimmer } from './reconnect-memory.ts';
import { createRegistry, type Registry } from './registry.ts';
import { createSocketServer, type MachineWebSocket, SocketSession, type SocketSessionDeps } from './socket-session.ts';
import { startStateWriter } from './state-writer.ts';
import {
  COMMAND_QUEUED,
  type CommandQueued,
  FRAME_TAKEN,
  type FrameTaken,
  MACHINE_CLONED,
  type MachineCloned,
} from './topics.ts';

/** Time limits of the gateway; tests use shorter ones. */
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

/** Maximum number of unauthenticated connections: enough for a whole fleet that reconnects at once. */
const UNAUTHENTICATED_MAX = 20_000;

export interface GatewayDeps {
  readonly ports: GatewayPorts;
  readonly presence: PresenceKeeper;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timing: GatewayTiming;
  /** The server's public URL, which machine tokens must be issued for. */
  readonly audience: string;
  readonly tickets: ConnectionDeps['tickets'];
  readonly forwardedFor: ForwardedFor;
  /** Whether other nodes hold machines too. */
  readonly isShared: boolean;
  readonly unauthenticatedMax?: number;
}

/**
 * The WebSocket server for machines. It accepts connections, tracks presence, and dispatches messages; features decide
 * what is allowed.
 */
export interface Gateway {
  /** Takes a WebSocket upgrade of the HTTP server; returns false if it is not for the gateway. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  readonly lineTo: Registry['lineTo'];
  /** Number of machines connected to this node. */
  machinesConnected(): number;
  /** Closes all connections, so that machines connect to another server, and saves unsaved state. */
  stop(): Promise<void>;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { presence, bus, clock, logger, timing, audience, isShared } = deps;
  const ports = budgetConnections(deps.ports, (error) =>
    logger.warn({ err: error }, 'An accepted command could not be recorded: the machine may get it again'),
  );
  const server = createSocketServer();
  const registry = createRegistry();
  const profiles = createProfileSource((...profile) => ports.loadProfile(...profile));
  const connectionDeps: ConnectionDeps = {
    ports,
    presence,
    profiles,
    tickets: deps.tickets,
    share: sharing(),
    now: () => clock.now(),
    undelivered: (machine, commandId) =>
      bus.publish(COMMAND_QUEUED, { ...machine, commandId, isUndelivered: true } satisfies CommandQueued),
    frameTaken: (machine, frame) => bus.publish(FRAME_TAKEN, { ...machine, frame } satisfies FrameTaken),
  };
  const writer = startStateWriter({ presence, save: (states) => ports.saveStates(states), logger, timing });
  const undispatch = dispatch({ bus, registry, profiles, presence, logger });
  const stopSync = isShared ? syncWithNodes({ bus, registry, presence, ports, recordClone, logger }) : () => undefined;
  const sockets = new Set<MachineWebSocket>();
  // A fleet comes from few addresses, and each machine would keep its own string.
  const shareAddress = sharing<string | undefined>();
  const memoryTrimmer = createReconnectMemoryTrimmer();
  const unauthenticated = new AddressSlots(deps.unauthenticatedMax ?? UNAUTHENTICATED_MAX);
  let arrived = 0;

  const sweep = setInterval(() => {
    const [now, elapsed] = [clock.now(), performance.now()];
    memoryTrimmer.tick(arrived);
    arrived = 0;
    for (const connection of registry.all()) {
      if (connection.isSilent(elapsed, timing.deadMs)) connection.socket.cut();
      else if (connection.socket.isStuck(now, timing.stuckMs)) connection.socket.close(CLOSE.tooSlow);
    }
  }, timing.sweepMs);

  function recordClone(machine: MachineKey, addresses: readonly (string | undefined)[]): void {
    const known = addresses.filter((address) => address !== undefined);
    ports.recordClone(machine, known).catch((error: unknown) => {
      logger.warn({ err: error, machine: machine.machineId }, 'A duplicate machine ID could not be recorded');
    });
  }

  function reportClone({ key, socket }: Connection): void {
    const { organizationId, machineId } = key;
    logger.warn({ machine: machineId }, 'Two machines with the same key are connected: was a disk copied?');
    recordClone(key, [socket.address, registry.find(machineId)?.socket.address]);
    bus.publish(MACHINE_CLONED, { organizationId, machineId } satisfies MachineCloned);
  }

  const socketDeps: SocketSessionDeps = {
    connectionDeps,
    audience,
    authenticateMs: timing.authenticateMs,
    known: (from) => unauthenticated.leave(from),
    ended: (ws) => sockets.delete(ws),
    admitted(connection) {
      arrived += 1;
      registry.add(connection)?.socket.giveWay();
    },
    left(connection, code) {
      // Only the server uses this code: a machine that acknowledges it is alive beside its replacement.
      if (code === CLOSE.replaced) reportClone(connection);
      if (registry.remove(connection)) presence.disconnected(connection.key.machineId);
      connection.ended();
    },
    failed: (error, connection) =>
      logger.error({ err: error, machine: connection?.key.machineId }, 'Handling a message of a machine failed'),
    broken: (error) => logger.debug({ err: error }, 'A machine sent an invalid frame'),
  };

  function accept(ws: MachineWebSocket, stream: Duplex, from: string | undefined, countedAs: string): void {
    if (stream instanceof Socket) stream.setNoDelay(true);
    sockets.add(ws);
    new SocketSession(ws, new MachineSocket(ws, stream, from && shareAddress(from)), { socketDeps, countedAs });
  }

  // ws ends invalid WebSockets silently; only those it hands over have a session that ends.
  function admitSocket(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    from: string | undefined,
    countedAs: string,
  ) {
    let isAccepted = false;
    // The reply and the challenge are sent at once.
    stream.cork();
    server.handleUpgrade(request, stream, head, (ws) => {
      isAccepted = true;
      accept(ws, stream, from, countedAs);
    });
    stream.uncork();
    if (!isAccepted) unauthenticated.leave(countedAs);
  }

  return {
    upgrade(request, stream, head) {
      if (pathOf(request) !== GATEWAY_PATH) return false;
      const from = deps.forwardedFor(request);
      const countedAs = unauthenticated.enter(from ?? request.socket.remoteAddress);
      if (countedAs === undefined) stream.destroy();
      else admitSocket(request, stream, head, from, countedAs);
      return true;
    },
    lineTo: registry.lineTo,
    machinesConnected: () => registry.size(),
    async stop() {
      clearInterval(sweep);
      memoryTrimmer.stop();
      undispatch();
      stopSync();
      const closed = [...sockets].map((ws) => new Promise<void>((done) => ws.once('close', () => done())));
      for (const ws of sockets) ws.close(CLOSE.restarting);
      const giveUp = setTimeout(() => {
        for (const ws of sockets) ws.terminate();
      }, 1_000);
      await Promise.all(closed);
      clearTimeout(giveUp);
      await Promise.all([writer.stop(), ports.flush()]);
    },
  };
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
