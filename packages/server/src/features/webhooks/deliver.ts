import { DELIVERY_ATTEMPTS_MAX, retryDelay } from '@berth/contract/rules/webhooks';
import { inTenant } from '../../db/transaction.ts';
import type { WebhookDeps } from './deps.ts';
import { type Failure, failureOf, refusedBy } from './failure.ts';
import { signedHeaders } from './sign.ts';
import { type Attempt, type DueDelivery, saveAttempt } from './store-deliveries.ts';

const TIMEOUT_MS = 10_000;
const ERROR_LENGTH_MAX = 200;

type DeliverDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealer' | 'outbound'>;

/** Makes one attempt and keeps what came of it. Any answer from 200 to 299 is good. */
export async function deliver(deps: DeliverDeps, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const result = await attempt(deps, due, signal);
  // We stop: whoever finds it next tries again.
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
    return failed(due, clock.now(), status, refusedBy(status));
  } catch (error) {
    return failed(due, clock.now(), null, failureOf(error));
  }
}

function failed({ attempts }: DueDelivery, now: number, status: number | null, failure: Failure): Attempt {
  const what = { status, failure: failure.reason, error: failure.words.slice(0, ERROR_LENGTH_MAX) };
  if (attempts >= DELIVERY_ATTEMPTS_MAX) return { state: 'failed', ...what, nextAttemptAt: null };
  // Up to a fifth longer, so that a receiver that comes back is not hit by everything at once.
  const wait = retryDelay(attempts) * (1 + Math.random() / 5);
  return { state: 'queued', ...what, nextAttemptAt: new Date(now + wait) };
}
