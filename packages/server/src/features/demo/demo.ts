import { DEMO_IDLE_MS, DEMO_LIFETIME_MS } from '@berth/contract/rules/demo';
import { ApiError } from '../../http/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/work.ts';

/** A demo that runs: another Berth in a process of its own, with a database and keys that nobody else has. */
export interface DemoServer {
  /** Where it listens on the loopback address. */
  readonly port: number;
  /** Lets a visitor in, there and nowhere else. */
  readonly accessToken: string;
  /** Resolves when it is gone, whatever ended it. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export type LaunchDemo = () => Promise<DemoServer>;

/** A demo as its visitors meet it. */
export interface OpenDemo {
  readonly port: number;
  readonly accessToken: string;
  /** When it begins anew, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface Demo {
  /** Starts it for the first visitor; those who come meanwhile wait for the same one. */
  enter(): Promise<OpenDemo>;
  /** The one that runs, kept from ending for a while; undefined where none does. */
  visit(): OpenDemo | undefined;
  stop(): Promise<void>;
}

const CHECK_EVERY_MS = 15_000;
/** After a start that failed: what ails it is not mended by trying again at once. */
const PAUSE_MS = 30_000;

/** Keeps at most one demo: started by its first visitor, ended when nobody comes any more or its time is over. */
export function createDemo(deps: {
  readonly launch: LaunchDemo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly checkEveryMs?: number;
}): Demo {
  const { launch, clock, logger } = deps;
  let current: (OpenDemo & Pick<DemoServer, 'stop'>) | undefined;
  let starting: Promise<OpenDemo> | undefined;
  let lastVisit = 0;
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

  const looking = repeat(
    'demo.look',
    deps.checkEveryMs ?? CHECK_EVERY_MS,
    async () => {
      if (!current) return;
      if (clock.now() >= current.expiresAt || clock.now() - lastVisit >= DEMO_IDLE_MS) await end();
    },
    logger,
  );

  return {
    async enter() {
      lastVisit = clock.now();
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
      lastVisit = clock.now();
      return open;
    },
    visit() {
      if (current) lastVisit = clock.now();
      return current;
    },
    async stop() {
      stopped = true;
      await looking.stop();
      await starting?.catch(() => undefined);
      await end();
    },
  };
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'The demo cannot be started at the moment. Try again later.', undefined, {
    'retry-after': String(PAUSE_MS / 1_000),
  });
}
