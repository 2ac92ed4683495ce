import { afterAll } from 'vitest';
import type { Database } from '../../../db/connection.ts';
import { createMailQueue } from '../../../db/mail-queue.ts';
import { bindRoutes } from '../../../http/bind.ts';
import { openHttpListener } from '../../../http/http-listener.ts';
import { createRateLimiter, RATE_LIMITS } from '../../../http/rate-limit.ts';
import { createHttp } from '../../../http/server.ts';
import { createLocalBus } from '../../../platform/bus.ts';
import { createLogger } from '../../../platform/logger.ts';
import type { Mail } from '../../../platform/mail.ts';
import { createSealer } from '../../../platform/seal.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { recordChange } from '../../audit/record.ts';
import { createIdentity, type Identity, type IdentitySettings } from '../identity.ts';
import { RelyingParty } from './relying-party.ts';

/** The real provider, database, and HTTP server; mails end in a list. */
export interface Stack {
  readonly publicUrl: string;
  readonly identity: Identity;
  readonly db: Database;
  readonly secret: Buffer;
  /** Sent mails, in order. */
  readonly sent: readonly Mail[];
  /** Runs in real time unless it is stopped. */
  readonly clock: { now(): number; advance(ms: number): void; stopAt(ms: number): void; goOn(): void };
  /** Whose clock is ahead by these seconds. */
  consoleParty(clockSkewS?: number): Promise<RelyingParty>;
  machineParty(redirectUri: string): Promise<RelyingParty>;
  close(): Promise<void>;
}

/** Sources of people besides the embedded provider's accounts. */
type StackOptions = Pick<IdentitySettings, 'external' | 'directory'>;

/** Starts a separate stack on a free port. */
export async function startStack({ external, directory }: Partial<StackOptions> = {}): Promise<Stack> {
  const logger = createLogger('error');
  const database = await createTestDatabase();
  const { db, secret } = database;
  const listener = await openHttpListener('127.0.0.1', 0);
  const publicUrl = `http://localhost:${listener.port}`;
  let ahead = 0;
  let stoppedAt: number | undefined;
  const clock = {
    now: () => stoppedAt ?? Date.now() + ahead,
    advance: (ms: number) => {
      ahead += ms;
    },
    stopAt: (ms: number) => {
      stoppedAt = ms;
    },
    goOn: () => {
      stoppedAt = undefined;
    },
  };
  const sent: Mail[] = [];
  // Tests call from one address, far more often than a person.
  const generous = { burst: 10_000, perMinute: 10_000 };
  const bus = createLocalBus(logger);
  const limiter = createRateLimiter({ ...RATE_LIMITS, login: { account: generous, address: generous } }, clock, bus);
  const mailQueue = createMailQueue({
    db,
    sealer: createSealer(secret),
    mailer: { send: async (mail) => void sent.push(mail) },
    logger,
  });
  const identity = await createIdentity({
    db,
    bus,
    clock,
    logger,
    limiter,
    mailQueue,
    serverKey: secret,
    publicUrl,
    audience: `${publicUrl}/api`,
    platformAdmins: ['root@example.org', 'chief@example.org'],
    external,
    directory,
    directoryCheckMs: 250,
  });
  const http = createHttp({ server: listener.server, logger, trustedProxies: [] });
  await http.register(identity.plugin);
  const { routes, authenticate } = identity;
  bindRoutes(http, routes, {
    db,
    authenticate,
    resolveTenant: async () => undefined,
    limiter,
    recordChange,
    logger,
    checkReplies: true,
  });
  await http.ready();
  listener.open();

  const { authority, clientId, machineClientId, scope } = identity.clientConfig;
  return {
    publicUrl,
    identity,
    db,
    secret,
    sent,
    clock,
    consoleParty: (clockSkewS = 0) =>
      RelyingParty.discover(authority, { clientId, scope, redirectUri: `${publicUrl}/access_token`, clockSkewS }),
    machineParty: (redirectUri) => RelyingParty.discover(authority, { clientId: machineClientId, scope, redirectUri }),
    async close() {
      await listener.close();
      await http.close();
      await identity.close();
      await mailQueue.close();
      await database.drop();
    },
  };
}

/** A stack for all tests of a file; closes after the last one. */
export async function sharedStack(options?: Partial<StackOptions>): Promise<Stack> {
  const stack = await startStack(options);
  afterAll(() => stack.close());
  return stack;
}
