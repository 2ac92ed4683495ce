import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@berth/contract/api/endpoint';
import fastify from 'fastify';
import { openDatabase } from '../../../db/connection.ts';
import { OWNER } from '../../../db/embedded/cluster.ts';
import { startEmbedded } from '../../../db/embedded/embedded.ts';
import { migrate } from '../../../db/migrate.ts';
import { APP_ROLE, addressFor, SYSTEM_ROLE } from '../../../db/roles.ts';
import { Problem } from '../../../http/problem.ts';
import type { Call } from '../../../http/route.ts';
import { createLocalBus } from '../../../platform/bus.ts';
import { createLogger } from '../../../platform/logger.ts';
import type { Mail } from '../../../platform/mail.ts';
import { createIdentity } from '../identity.ts';
import { RelyingParty } from './relying-party.ts';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

export async function startStack() {
  const folder = mkdtempSync(join(tmpdir(), 'berth-identity-'));
  const logger = createLogger('error');
  const password = randomBytes(8).toString('hex');
  const pg = await startEmbedded({ folder, ownerPassword: password, logger, diesWithUs: true, volatile: true });
  const secret = randomBytes(32);
  const owner = { host: pg.host, port: pg.port, database: 'postgres', user: OWNER, password };
  await migrate(owner, secret);
  const db = openDatabase(
    { app: addressFor(owner, APP_ROLE, secret), system: addressFor(owner, SYSTEM_ROLE, secret) },
    { app: 4, system: 8 },
    logger,
  );
  const sent: Mail[] = [];
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    advance: (ms: number) => {
      ahead += ms;
    },
  };
  const identity = await createIdentity({
    db,
    bus: createLocalBus(logger),
    clock,
    logger,
    mailer: { send: async (mail) => void sent.push(mail) },
    serverKey: secret,
    publicUrl,
    audience: `${publicUrl}/api`,
    platformAdmins: ['root@example.org'],
  });
  const app = fastify();
  await app.register(identity.plugin);
  for (const route of identity.routes) {
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        try {
          const value = await route.handle({
            params: request.params,
            query: {},
            body: request.body,
            address: request.ip,
            exchange: { request: request.raw, response: reply.raw },
            afterCommit() {},
            setEtag() {},
          } as unknown as Call<Endpoint>);
          return reply.code(route.endpoint.status).send(value);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          return reply.code(error.status).headers(error.headers).send(error.toReply('x'));
        }
      },
    });
  }
  await app.listen({ port, host: 'localhost' });
  const { authority, clientId, machineClientId, scope } = identity.clientConfig;
  return {
    publicUrl,
    identity,
    consoleParty: () => RelyingParty.discover(authority, { clientId, scope, redirectUri: `${publicUrl}/access_token` }),
    machineParty: (redirectUri: string) =>
      RelyingParty.discover(authority, { clientId: machineClientId, scope, redirectUri }),
    db,
    sent,
    clock,
    async close() {
      await app.close();
      await identity.close();
      await db.close();
      await pg.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
