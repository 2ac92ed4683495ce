import { createHmac, randomBytes } from 'node:crypto';
import { DELIVERY_ATTEMPTS_MAX, DELIVERY_MAX_AGE_DAYS, retryDelay } from '@berth/contract/rules/webhooks';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Failure, failureOf, failureOfStatus } from './failure.ts';
import type { WebhookDeps } from './rules.ts';
import {
  type Attempt,
  claimDeliveries,
  type DueDelivery,
  deleteOldDeliveries,
  saveAttempt,
} from './store-deliveries.ts';

const TIMEOUT_MS = 10_000;
const ERROR_LENGTH_MAX = 200;

type DeliverDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealer' | 'outbound'>;

/** Makes one attempt and saves its result. Any status from 200 to 299 is a success. */
async function deliver(deps: DeliverDeps, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const result = await attempt(deps, due, signal);
  // The server is stopping: the delivery stays due, and the next node that claims it tries again.
  if (signal.aborted) return;
  await inTenant(deps.db, due, (tx) => saveAttempt(tx, due, result));
}

async function attempt(
  { clock, sealer, outbound }: DeliverDeps,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const headers = signedHeaders(sealer.open(due.secret, due.organizationId), due.id, due.body, clock.now());
    const url = new URL(due.url);
    const status = await outbound.post({ url, headers, body: due.body, timeoutMs: TIMEOUT_MS, signal });
    if (status >= 200 && status < 300) {
      return { state: 'delivered', status, failure: null, error: null, nextAttemptAt: null };
    }
    return failed(due, clock.now(), status, failureOfStatus(status));
  } catch (error) {
    return failed(due, clock.now(), null, failureOf(error));
  }
}

function failed({ attempts }: DueDelivery, now: number, status: number | null, failure: Failure): Attempt {
  const what = { status, failure: failure.reason, error: failure.message.slice(0, ERROR_LENGTH_MAX) };
  if (attempts >= DELIVERY_ATTEMPTS_MAX) return { state: 'failed', ...what, nextAttemptAt: null };
  // Up to a fifth longer, so that a receiver that recovers does not get all deliveries at once.
  const wait = retryDelay(attempts) * (1 + Math.random() / 5);
  return { state: 'queued', ...what, nextAttemptAt: new Date(now + wait) };
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a secret in the format that receivers enter. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The headers of a delivery (standardwebhooks.com). They expose changed bodies and late replays. */
function signedHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Berth-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const EVERY_MS = 1_000;
const CLEAN_EVERY_MS = 3_600_000;
/** Deliveries in flight at once; a slow receiver occupies one for at most TIMEOUT_MS. */
const AT_ONCE = 32;

/** Sends due deliveries. Any number of servers can run this: another one claims what a server leaves unfinished. */
export function startDeliveries(deps: DeliverDeps, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const take = async () => {
    const room = AT_ONCE - underWay.size;
    if (room <= 0) return;
    const now = new Date(deps.clock.now());
    for (const due of await asSystem(deps.db, (tx) => claimDeliveries(tx, now, room))) {
      const delivery = deliver(deps, due, stopping.signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'The result of a delivery could not be saved'))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    }
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
      await Promise.all([taking.stop(), cleaning.stop()]);
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
