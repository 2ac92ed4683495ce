import { DELIVERY_MAX_AGE_DAYS } from '@berth/contract/rules/webhooks';
import { asSystem } from '../../db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/repeat.ts';
import { deliver } from './deliver.ts';
import type { WebhookDeps } from './deps.ts';
import { claimDeliveries, forgetDeliveries } from './store-deliveries.ts';

const EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 3_600_000;
/** Deliveries on their way at once; a slow receiver holds one for at most ten seconds. */
const AT_ONCE = 32;

type JobDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealer' | 'outbound'>;

/** Delivers what is due. Any number of servers may do so; what one of them leaves behind, another takes up. */
export function startDeliveries(deps: JobDeps, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const take = async () => {
    const room = AT_ONCE - underWay.size;
    if (room <= 0) return;
    const now = new Date(deps.clock.now());
    for (const due of await asSystem(deps.db, (tx) => claimDeliveries(tx, now, room))) {
      const delivery = deliver(deps, due, stopping.signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'What came of a delivery could not be kept'))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    }
  };
  const taking = repeat('webhooks.deliver', EVERY_MS, take, logger);
  const cleaning = repeat(
    'webhooks.clean',
    CLEAN_EVERY_MS,
    () => asSystem(deps.db, (tx) => forgetDeliveries(tx, DELIVERY_MAX_AGE_DAYS)),
    logger,
  );
  return {
    async stop() {
      await Promise.all([taking.stop(), cleaning.stop()]);
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
