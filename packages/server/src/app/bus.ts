import type { Config } from '../config/config.ts';
import { type Bus, createLocalBus } from '../platform/bus.ts';
import type { Logger } from '../platform/logger.ts';
import { createNatsBus } from '../platform/nats-bus.ts';
import { deriveKey } from '../platform/seal.ts';
import type { Stops } from './stops.ts';

/** The bus of this process, joined with those of the other nodes where there are any. */
export async function openBus({ natsUrl }: Config, secret: Buffer, logger: Logger, stops: Stops): Promise<Bus> {
  if (natsUrl === undefined) return createLocalBus(logger);
  // Installations with different keys have different databases: they must not hear each other on one NATS server.
  const prefix = `berth-${deriveKey(secret, 'bus prefix').toString('hex').slice(0, 12)}`;
  const bus = await createNatsBus({ url: natsUrl, prefix, logger });
  stops.add(() => bus.close());
  return bus;
}
