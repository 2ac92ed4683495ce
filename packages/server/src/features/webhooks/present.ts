import type { Delivery, Webhook } from '@berth/contract/api/webhooks';
import type { WebhookRow } from './store.ts';
import type { DeliveryRow } from './store-deliveries.ts';

export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.webhook_id,
    url: row.url,
    events: [...row.events],
    enabled: row.enabled,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

export function presentDelivery(row: DeliveryRow): Delivery {
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
