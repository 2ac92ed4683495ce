import { join } from 'node:path';
import type { Stops } from '@berth/contract/stops';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/connection.ts';
import { createMailQueue, type MailQueue } from '../db/mail-queue.ts';
import { GATEWAY_TIMING, type GatewayTiming } from '../gateway/gateway.ts';
import { createRateLimiter, RATE_LIMITS, type RateLimiter, type RateLimits, scaled } from '../http/rate-limit.ts';
import type { MayReach } from '../platform/addresses.ts';
import { type Bus, createLocalBus } from '../platform/bus.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { createFolderStore, type FileStore } from '../platform/file-store.ts';
import type { Logger } from '../platform/logger.ts';
import { createMailer, type Mailer } from '../platform/mail.ts';
import { createNatsBus } from '../platform/nats-bus.ts';
import type { Resolve } from '../platform/outbound/resolve.ts';
import { createS3Store } from '../platform/s3/store.ts';
import { createSealer, deriveKey } from '../platform/seal.ts';
import { publicUrlOf } from './client-config.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Settings that only tests and benchmarks change. */
export interface Tuning {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  /** Compares every reply with its declaration. Slow; finds errors. */
  readonly checkReplies: boolean;
  /** Whether the jobs run that charge, deliver, expire, and clean up. */
  readonly jobs: boolean;
  readonly gatewayTiming: GatewayTiming;
  /** Resolves hostnames of webhook receivers; undefined: with the system's resolver. */
  readonly resolve: Resolve | undefined;
  /** Which addresses webhooks reach; undefined: public ones, and the networks that the operator allows. */
  readonly mayReach: MayReach | undefined;
}

/** The settings in production. */
export const TUNING: Tuning = {
  clock: systemClock,
  rateLimits: RATE_LIMITS,
  checkReplies: false,
  jobs: true,
  gatewayTiming: GATEWAY_TIMING,
  resolve: undefined,
  mayReach: undefined,
};

/** Everything that the parts of the server are composed from. */
export interface Base {
  readonly config: Config;
  readonly tuning: Tuning;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: RateLimiter;
  readonly mailer: Mailer;
  /** Mails of accounts and invitations. */
  readonly mailQueue: MailQueue;
  /** 32 bytes from which keys are derived. */
  readonly serverKey: Buffer;
  /** The public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Stores files that are too large for the database. */
  readonly files: FileStore;
  /** Whether background jobs run. */
  readonly jobs: boolean;
  /** Whether other nodes serve the same organizations. */
  readonly isShared: boolean;
  readonly stops: Stops;
}

/** Opens the bus, and derives the rest from the configuration. */
export async function openBase(
  config: Config,
  tuning: Tuning,
  { db, listener, secret, folder }: Infrastructure,
  logger: Logger,
  stops: Stops,
): Promise<Base> {
  const { clock, jobs } = tuning;
  const bus = await openBus(config, secret, logger, stops);
  const mailer = createMailer({ smtpUrl: config.smtpUrl, outbox: join(folder, 'outbox'), from: config.mailFrom });
  const mailQueue = createMailQueue({ db, sealer: createSealer(secret), mailer, logger });
  stops.defer(() => mailQueue.close());
  return {
    config,
    tuning,
    db,
    bus,
    clock,
    logger,
    limiter: createRateLimiter(scaled(tuning.rateLimits, config.rateFactor), clock, bus),
    mailer,
    mailQueue,
    serverKey: secret,
    publicUrl: publicUrlOf(config, listener.port),
    files: config.storage
      ? createS3Store(config.storage, join(folder, 'uploads'))
      : createFolderStore(join(folder, 'files')),
    jobs,
    isShared: config.natsUrl !== undefined,
    stops,
  };
}

/** The bus of this process, connected to the other nodes over NATS if configured. */
async function openBus({ natsUrl }: Config, secret: Buffer, logger: Logger, stops: Stops): Promise<Bus> {
  if (natsUrl === undefined) return createLocalBus(logger);
  // Installations with different secrets have different databases and must not receive each other's messages.
  const prefix = `berth-${deriveKey(secret, 'bus prefix').toString('hex').slice(0, 12)}`;
  const bus = await createNatsBus({ url: natsUrl, prefix, logger });
  stops.defer(() => bus.close());
  return bus;
}
