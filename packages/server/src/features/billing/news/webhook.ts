import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../http/api-error.ts';
import { UnsignedEventError } from '../../../platform/payment/payment.ts';
import type { BillingDeps } from '../deps.ts';
import { applyNews } from './apply.ts';

const BODY_BYTES_MAX = 512 * 1024;

/** Takes what the payment provider tells by itself. What fails answers 500, and the provider sends it again. */
export function servePaymentWebhook(http: FastifyInstance, deps: BillingDeps): void {
  const { webhook } = deps.provider;
  if (!webhook) return;
  http.post(webhook.path, { bodyLimit: BODY_BYTES_MAX }, async ({ headers, body }, reply) => {
    if (!Buffer.isBuffer(body)) throw new ApiError('invalid-input', 'This is no event of the payment provider.');
    const news = await webhook.read({ headers, body }).catch(refused);
    if (news) await applyNews(deps, news);
    return reply.code(200).send();
  });
}

function refused(error: unknown): never {
  throw error instanceof UnsignedEventError ? new ApiError('invalid-input', error.message) : error;
}
