import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import { afterAll } from 'vitest';
import type { Tuning } from '../app/base.ts';
import { startServer } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import { GATEWAY_TIMING } from '../gateway/gateway.ts';
import { RATE_LIMITS, type RateLimits } from '../http/rate-limit.ts';
import { systemClock } from '../platform/clock.ts';
import { callEndpoint, type Received, type Sent } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type MakePerson, personMaker } from './fleet.ts';

/** The real server with a separate database, on a free port. */
export interface TestServer {
  readonly url: string;
  readonly database: TestDatabase;
  readonly config: Config;
  readonly person: MakePerson;
  call<const E extends Endpoint>(endpoint: E, sent?: Sent<E>): Promise<Received<ReplyOf<E>>>;
  stop(): Promise<void>;
}

const unlimited = { burst: 1_000_000, perMinute: 1_000_000 };
const classes = Object.keys(RATE_LIMITS) as (keyof RateLimits)[];
/** Limits for tests, whose calls all come from one address and quickly. */
export const UNLIMITED = Object.fromEntries(
  classes.map((each) => [each, { account: unlimited, address: unlimited }]),
) as unknown as RateLimits;

/** Starts a server. It compares every reply with its declaration and replies 500 if they differ. */
export async function bootServer(
  settings: { readonly config?: Partial<Config>; readonly tuning?: Partial<Tuning> } = {},
): Promise<TestServer> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'berth-server-'));
  const defaults = readConfig({});
  const config: Config = {
    ...defaults,
    // Tests make no external requests.
    billing: { ...defaults.billing, vatService: undefined },
    port: 0,
    dataFolder: folder,
    databaseUrl: database.url,
    secret: database.secret,
    logLevel: 'error',
    ...settings.config,
  };
  const tuning = {
    clock: systemClock,
    rateLimits: UNLIMITED,
    checkReplies: true,
    jobs: true,
    gatewayTiming: GATEWAY_TIMING,
    resolve: undefined,
    mayReach: undefined,
    ...settings.tuning,
  };
  const server = await startServer(config, tuning).catch(async (error: unknown) => {
    await database.drop();
    throw error;
  });
  return {
    url: server.url,
    database,
    config,
    person: await personMaker(database.db, database.secret, server.url),
    call: (endpoint, sent) => callEndpoint(server.url, endpoint, sent),
    stop: async () => {
      await server.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server for all tests of a file; stops after the last one. */
export async function sharedServer(settings?: Parameters<typeof bootServer>[0]): Promise<TestServer> {
  const server = await bootServer(settings);
  afterAll(() => server.stop());
  return server;
}
