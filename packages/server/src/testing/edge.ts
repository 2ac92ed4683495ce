import type { UserId } from '@berth/contract/ids';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { pino } from 'pino';
import type { Database } from '../db/connection.ts';
import { bindRoutes } from '../http/bind.ts';
import { type ClientFilesOptions, serveClientFiles } from '../http/client-files/plugin.ts';
import { openHttpListener } from '../http/http-listener.ts';
import { createRateLimiter, RATE_LIMITS, type RateLimits } from '../http/rate-limit.ts';
import { addHeaders } from '../http/request-hooks.ts';
import type { Caller, Route } from '../http/route.ts';
import { createHttp } from '../http/server.ts';
import { createLocalBus } from '../platform/bus.ts';
import { systemClock } from '../platform/clock.ts';

/** The HTTP server alone, with routes defined by a test. */
export interface TestEdge {
  readonly url: string;
  /** The log lines written so far. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

export interface EdgeOptions {
  readonly limits?: Partial<RateLimits>;
  readonly trustedProxies?: readonly string[];
  readonly checkReplies?: boolean;
  readonly caller?: Partial<Caller>;
  /** Resolves when the caller of a token is known. */
  readonly whenKnown?: Promise<void>;
  readonly db?: Database;
  readonly clientFiles?: Omit<ClientFilesOptions, 'publicUrl'>;
}

/** A database that is not available. */
function noDatabase(): Database {
  const pool = () => new Pool({ host: '/nonexistent', connectionTimeoutMillis: 1_000 });
  const open = () =>
    new Kysely<never>({ dialect: new PostgresDialect({ pool: pool() }) }) as unknown as Database['app'];
  return { app: open(), system: open(), pools: () => [], close: async () => undefined };
}

/** Serves the routes on a free port; every token belongs to the same person. */
export async function openEdge(routes: readonly Route[], options: EdgeOptions = {}): Promise<TestEdge> {
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const listener = await openHttpListener('127.0.0.1', 0);
  const http = createHttp({ server: listener.server, logger, trustedProxies: options.trustedProxies ?? [] });
  addHeaders(http, { secure: false });
  const caller = {
    userId: '0b8f3c1e-5f8c-4d43-9d0e-0d7a5a6f3c11' as UserId,
    email: 'ann@example.org',
    permissions: [],
  };
  bindRoutes(http, routes, {
    db: options.db ?? noDatabase(),
    authenticate: async () => {
      await options.whenKnown;
      return { ...caller, sessionId: undefined, ...options.caller } as Caller;
    },
    resolveTenant: async () => undefined,
    limiter: createRateLimiter({ ...RATE_LIMITS, ...options.limits }, systemClock, createLocalBus(logger)),
    recordChange: async () => undefined,
    logger,
    checkReplies: options.checkReplies ?? false,
  });
  const url = `http://127.0.0.1:${listener.port}`;
  if (options.clientFiles) serveClientFiles(http, { ...options.clientFiles, publicUrl: url });
  await http.ready();
  listener.open();
  return {
    url,
    log,
    close: async () => {
      await listener.drain(1_000);
      await http.close();
      await listener.close();
    },
  };
}
