import { enterDemo, readDemo } from '@berth/contract/api/service';
import { DEMO_API_PATH, DEMO_EMAIL, DEMO_IDLE_MS, DEMO_LIFETIME_MS } from '@berth/contract/rules/service';
import { normalizeEmail } from '@berth/contract/rules/text';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';

/** A running demo: a second Berth in a separate process, with its own database and keys. */
export interface DemoServer {
  /** Where it listens on the loopback address. */
  readonly port: number;
  /** A token for this demo only. */
  readonly accessToken: string;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export type LaunchDemo = () => Promise<DemoServer>;

/** The running demo, as seen by visitors. */
interface OpenDemo {
  readonly port: number;
  readonly accessToken: string;
  /** When it restarts, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface Demo {
  /** Starts the demo for the first visitor; others wait for the same start. */
  enter(): Promise<OpenDemo>;
  /** The running demo, whose idle time starts over; undefined while none runs. */
  use(): OpenDemo | undefined;
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 15_000;
/** Pause after a failed start. */
const PAUSE_MS = 30_000;

/** Runs at most one demo: its first visitor starts it, and it ends when idle or expired. */
export function createDemo(deps: {
  readonly launch: LaunchDemo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly checkEveryMs?: number;
}): Demo {
  const { launch, clock, logger } = deps;
  let current: (OpenDemo & Pick<DemoServer, 'stop'>) | undefined;
  let starting: Promise<OpenDemo> | undefined;
  let lastUsed = 0;
  let notBefore = 0;
  let stopped = false;

  async function start(): Promise<OpenDemo> {
    const server = await launch();
    const { port, accessToken } = server;
    const open = { port, accessToken, expiresAt: clock.now() + DEMO_LIFETIME_MS, stop: () => server.stop() };
    void server.ended.then(() => {
      if (current === open) current = undefined;
    });
    current = open;
    if (stopped) await end();
    return open;
  }

  async function end(): Promise<void> {
    const ending = current;
    current = undefined;
    await ending?.stop();
  }

  const check = startJob(
    'demo.check',
    deps.checkEveryMs ?? CHECK_EVERY_MS,
    async () => {
      if (!current) return;
      if (clock.now() >= current.expiresAt || clock.now() - lastUsed >= DEMO_IDLE_MS) await end();
    },
    logger,
  );

  return {
    async enter() {
      lastUsed = clock.now();
      if (current) return current;
      if (stopped || clock.now() < notBefore) throw unavailable();
      starting ??= start()
        .catch((error: unknown) => {
          logger.error({ err: error }, 'The demo could not be started');
          notBefore = clock.now() + PAUSE_MS;
          throw unavailable();
        })
        .finally(() => {
          starting = undefined;
        });
      const open = await starting;
      lastUsed = clock.now();
      return open;
    },
    use() {
      if (current) lastUsed = clock.now();
      return current;
    },
    async stop() {
      stopped = true;
      await check.stop();
      await starting?.catch(() => undefined);
      await end();
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'The demo could not be started. Try again later.', undefined, {
    'retry-after': String(PAUSE_MS / 1_000),
  });
}

/** The two calls that open the demo; without a demo, no address is its account. */
export function demoRoutes(demo: Demo | undefined, publicUrl: string): Route[] {
  const isDemo = (email: string) => demo !== undefined && normalizeEmail(email) === DEMO_EMAIL;
  const apiBase = `${publicUrl}${DEMO_API_PATH}`;
  return [
    route(readDemo, ({ query }) => {
      const known = isDemo(query.email);
      return { demo: known, apiBase: known ? apiBase : null };
    }),
    route(enterDemo, async ({ body }) => {
      if (!demo || !isDemo(body.email)) throw new ApiError('not-found', 'No demo is available for this email address.');
      const { accessToken, expiresAt } = await demo.enter();
      return { apiBase, accessToken, expiresAt: new Date(expiresAt).toISOString() };
    }),
  ];
}
