import { randomUUID } from 'node:crypto';
import type { Delivery } from '@berth/contract/api/webhooks';
import { listDeliveries, pingWebhook, redeliver } from '@berth/contract/api/webhooks';
import type { DeliveryId } from '@berth/contract/ids';
import { PING_EVENT } from '@berth/contract/rules/webhooks';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { noSuchWebhook, type WebhookDeps } from './rules.ts';
import {
  changeWebhookRoute,
  createWebhookRoute,
  deleteWebhookRoute,
  listWebhooksRoute,
  rotateSecretRoute,
} from './save-webhook.ts';
import { lockWebhook } from './store.ts';
import * as store from './store-deliveries.ts';
import { type DeliveryRow, queueDelivery, requeue } from './store-deliveries.ts';

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

const LIMIT_DEFAULT = 20;

const listDeliveriesRoute = route(listDeliveries, async ({ params, query, tx, organizationId }) => {
  if (!(await lockWebhook(tx, organizationId, params.webhookId))) throw noSuchWebhook();
  const page = { limit: LIMIT_DEFAULT, skip: 0, ...query };
  const rows = await store.listDeliveries(tx, organizationId, params.webhookId, page);
  return rows.map(presentDelivery);
});

function redeliverRoute({ clock }: WebhookDeps): Route {
  return route(redeliver, async ({ params, tx, organizationId }) => {
    const key = { organizationId, webhookId: params.webhookId, id: params.deliveryId };
    const row = await requeue(tx, key, new Date(clock.now()));
    if (!row) throw new ApiError('not-found', 'Delivery not found.');
    return presentDelivery(row);
  });
}

function sendPingRoute({ clock }: WebhookDeps): Route {
  return route(pingWebhook, async ({ params, tx, organizationId }) => {
    if (!(await lockWebhook(tx, organizationId, params.webhookId))) throw noSuchWebhook();
    const at = new Date(clock.now());
    const body = JSON.stringify({ type: PING_EVENT, time: at.toISOString(), organizationId });
    const delivery = { id: randomUUID() as DeliveryId, event: PING_EVENT, body, at };
    return presentDelivery(await queueDelivery(tx, organizationId, params.webhookId, delivery));
  });
}

function presentDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.delivery_id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    lastAttemptAt: row.last_attempt_at,
    nextAttemptAt: row.next_attempt_at,
    responseStatus: row.response_status,
    failure: row.failure,
    error: row.error,
  };
}
