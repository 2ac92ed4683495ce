import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookId } from '@berth/contract/ids';
import { DELIVERY_MAX_AGE_DAYS } from '@berth/contract/rules/webhooks';
import { asSystem } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { type DeliverDeps, deliver } from './deliver.ts';
import { claimDeliveries, deleteOldDeliveries } from './store-deliveries.ts';

const EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 3_600_000;
/** Deliveries under way at once at a node. One organization leaves a quarter of them to the others. */
const AT_ONCE = 32;
const PER_ORGANIZATION = 24;
const PER_WEBHOOK = 16;
/** While there is more to deliver, places that became free are filled together. */
const REFILL_MS = 250;

/** Sends due deliveries. Any number of servers can run this: another one claims what a server leaves unfinished. */
export function startDeliveries(deps: DeliverDeps, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, WebhookId>();
  let isStopping = false;
  const claim = async () => {
    const limit = AT_ONCE - underWay.size;
    const now = new Date(deps.clock.now());
    const share = { perWebhook: PER_WEBHOOK, perOrganization: PER_ORGANIZATION, underWay: counted(underWay.values()) };
    const claimed = limit > 0 ? await asSystem(deps.db, (tx) => claimDeliveries(tx, { now, limit, ...share })) : [];
    for (const due of claimed) {
      const delivery = deliver(deps, due, stopping.signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'The result of a delivery could not be saved'))
        .finally(() => underWay.delete(delivery));
      underWay.set(delivery, due.webhookId);
    }
    return claimed.length;
  };
  const take = async () => {
    while (!isStopping && (await claim()) > 0) await sleep(REFILL_MS);
  };
  const taking = startJob('webhooks.deliver', EVERY_MS, take, logger);
  const cleaning = startJob(
    'webhooks.clean',
    CLEAN_EVERY_MS,
    () => asSystem(deps.db, (tx) => deleteOldDeliveries(tx, DELIVERY_MAX_AGE_DAYS)),
    logger,
  );
  return {
    async stop() {
      isStopping = true;
      await Promise.all([taking.stop(), cleaning.stop()]);
      stopping.abort();
      await Promise.all(underWay.keys());
    },
  };
}

function counted<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
