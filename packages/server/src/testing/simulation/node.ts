import { createServer, type Server } from 'node:http';
import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import type { UserId } from '@berth/contract/ids';
import { createStops } from '@berth/contract/stops';
import { type Base, TUNING } from '../../app/base.ts';
import { createFleet } from '../../app/fleet.ts';
import { createMachineGateway, type MachineGateway } from '../../app/gateway.ts';
import { createOrganizations } from '../../app/organizations.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../../db/connection.ts';
import { recordChange } from '../../features/audit/record.ts';
import { resolveTenant } from '../../features/organizations/store.ts';
import { bindRoutes } from '../../http/bind.ts';
import { createRateLimiter, RATE_LIMITS, scaled } from '../../http/rate-limit.ts';
import { createHttp } from '../../http/server.ts';
import { serveUpgrades } from '../../http/upgrades.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { createLogger, type Logger } from '../../platform/logger.ts';
import { createNatsBus, type NatsLink } from '../../platform/nats-bus.ts';
import { addressOf, type Sent } from '../client.ts';

export type { NatsLink } from '../../platform/nats-bus.ts';
export type { Sent } from '../client.ts';

export interface SimulatedNodeOptions {
  readonly db: Database;
  readonly openNats: () => Promise<NatsLink>;
  readonly logger: Logger;
  readonly secret: Buffer;
  readonly publicUrl: string;
  /** The calls that are served: each takes time to prepare. */
  readonly endpoints: readonly Endpoint[];
  /** The person who makes all calls. */
  readonly caller: { readonly userId: UserId; readonly email: string };
}

export interface Answer<Reply> {
  readonly status: number;
  readonly reply: Reply;
}

/** A node of the cloud without login, client files and payment. */
export interface SimulatedNode {
  /** Takes connections of machines as the event `connection`. */
  readonly server: Server;
  readonly presence: MachineGateway['presence'];
  call<const E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Answer<ReplyOf<E>>>;
  stop(): Promise<void>;
}

const NO_MAILS: Base['mailQueue'] = {
  add: async () => undefined,
  send: () => undefined,
  idle: async () => undefined,
  close: async () => undefined,
};

/** Composes the real parts of a node over a simulated database and bus. */
export async function startSimulatedNode(options: SimulatedNodeOptions): Promise<SimulatedNode> {
  const { db, openNats, logger, secret, publicUrl, endpoints, caller } = options;
  const stops = createStops();
  const bus = await createNatsBus({ url: 'nats://simulated', prefix: 'simulation', logger, openLink: openNats });
  stops.defer(() => bus.close());
  const tuning = { ...TUNING, rateLimits: scaled(RATE_LIMITS, 1_000_000), checkReplies: false };
  const { clock } = tuning;
  const limiter = createRateLimiter(tuning.rateLimits, clock, bus);
  const base: Base = {
    config: { ...readConfig({}), publicUrl },
    tuning,
    db,
    bus,
    clock,
    logger,
    limiter,
    mailer: { send: async () => undefined },
    mailQueue: NO_MAILS,
    serverKey: secret,
    publicUrl,
    files: NO_FILES,
    jobs: true,
    isShared: true,
    stops,
  };
  const gateway = createMachineGateway(base);
  const routes = [...createOrganizations(base, gateway).routes, ...createFleet(base, gateway).routes];
  const server = createServer();
  const http = createHttp({ server, logger, trustedProxies: [] });
  bindRoutes(
    http,
    routes.filter(({ endpoint }) => endpoints.includes(endpoint)),
    {
      db,
      authenticate: async () => ({ ...caller, permissions: [] }),
      resolveTenant,
      limiter,
      recordChange,
      logger,
      checkReplies: false,
    },
  );
  await http.ready();
  serveUpgrades(server, publicUrl, gateway.upgrades);
  return {
    server,
    presence: gateway.presence,
    async call(endpoint, sent) {
      const { statusCode, body } = await http.inject({
        method: endpoint.method,
        url: addressOf(endpoint, sent),
        headers: {
          authorization: 'Bearer simulated',
          ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          ...sent.headers,
        },
        ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
      });
      return { status: statusCode, reply: JSON.parse(body || 'null') };
    },
    stop: async () => {
      await stops.run();
      await http.close();
    },
  };
}

/** Passes on what a node logs as an error or warning, without the time. */
export function simulationLogger(log: (text: string) => void): Logger {
  return createLogger('warn', {
    write: (line) => {
      const { level, msg, machine, err, job } = JSON.parse(line) as Record<string, unknown>;
      const about = [machine, job, err && Reflect.get(Object(err), 'message')].filter(Boolean).join(', ');
      log(`logged ${level}: ${msg} (${about})`);
    },
  });
}

const NO_FILES: FileStore = {
  put: async () => 0,
  has: async () => false,
  read: async () => undefined,
  delete: async () => undefined,
  forget: async () => undefined,
};
