import type { Route } from '../../http/route.ts';
import { changeWebhookRoute } from './change-webhook.ts';
import { createWebhookRoute } from './create-webhook.ts';
import { deleteWebhookRoute } from './delete-webhook.ts';
import type { WebhookDeps } from './deps.ts';
import { listDeliveriesRoute } from './list-deliveries.ts';
import { listWebhooksRoute } from './list-webhooks.ts';
import { redeliverRoute } from './redeliver.ts';
import { rotateSecretRoute } from './rotate-secret.ts';
import { sendPingRoute } from './send-ping.ts';

export function webhookRoutes(deps: WebhookDeps): Route[] {
  return [
    createWebhookRoute(deps),
    listWebhooksRoute,
    changeWebhookRoute(deps),
    deleteWebhookRoute,
    rotateSecretRoute(deps),
    sendPingRoute(deps),
    listDeliveriesRoute,
    redeliverRoute(deps),
  ];
}
