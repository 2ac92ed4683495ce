import { createHmac, randomBytes } from 'node:crypto';
import { DELIVERY_ATTEMPTS_MAX, retryDelay } from '@berth/contract/rules/webhooks';
import { inTenant } from '../../db/transaction.ts';
import { type Failure, failureOf, failureOfStatus } from './failure.ts';
import type { WebhookDeps } from './rules.ts';
import { type Attempt, type DueDelivery, saveAttempt } from './store-deliveries.ts';

/** A receiver that hangs keeps a delivery under way for so long. */
const TIMEOUT_MS = 10_000;
const ERROR_LENGTH_MAX = 200;

export type DeliverDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealer' | 'outbound'>;

/** Makes one attempt and saves its result. Any status from 200 to 299 is a success. */
export async function deliver(deps: DeliverDeps, due: DueDelivery, signal: AbortSignal): Promise<void> {
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
