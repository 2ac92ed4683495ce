import Type from 'typebox';
import { DeliveryIdSchema, WebhookIdSchema } from '../ids.ts';
import { DELIVERY_FAILURES, DELIVERY_STATES, WEBHOOK_EVENT_PATTERN } from '../rules/webhooks.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable, Skip } from './parts.ts';

const Url = Type.String({ minLength: 8, maxLength: 2_048, pattern: '^https?://[!-~]+$' });
const Events = Type.Array(Type.String({ pattern: WEBHOOK_EVENT_PATTERN }), {
  minItems: 1,
  maxItems: 64,
});

export const Webhook = closed({
  id: WebhookIdSchema,
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  createdBy: Type.String(),
  createdAt: Instant,
});
export type Webhook = Type.Static<typeof Webhook>;

/** The delivery of one event to one webhook. */
export const Delivery = closed({
  id: DeliveryIdSchema,
  event: Type.String(),
  state: Type.Enum([...DELIVERY_STATES]),
  attempts: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
  lastAttemptAt: nullable(Instant),
  /** Null if it is not retried. */
  nextAttemptAt: nullable(Instant),
  /** Status of the receiver's last reply; null without a reply. */
  responseStatus: nullable(Type.Integer()),
  /** Why the last attempt failed; null if it succeeded, or was made before this was recorded. */
  failure: nullable(Type.Enum([...DELIVERY_FAILURES])),
  /** The message of the network or the receiver. */
  error: nullable(Type.String()),
});
export type Delivery = Type.Static<typeof Delivery>;

/** Signs deliveries (standardwebhooks.com): HMAC-SHA256 over ID, timestamp and body. */
const Secret = Type.String({ pattern: '^whsec_' });

export const createWebhook = endpoint('POST /organizations/{id}/webhooks', {
  id: 'webhooks.create',
  summary: 'Create a webhook for events of the organization. Its signing secret is shown only once',
  permission: 'keys.write',
  body: closed({ url: Url, events: Events }),
  reply: closed({ secret: Secret, webhook: Webhook }),
  status: 201,
  errors: ['too-many-webhooks'],
});

export const listWebhooks = endpoint('GET /organizations/{id}/webhooks', {
  id: 'webhooks.list',
  summary: 'List the webhooks of an organization',
  permission: 'keys.write',
  reply: Type.Array(Webhook),
});

export const changeWebhook = endpoint('PATCH /organizations/{id}/webhooks/{webhookId}', {
  id: 'webhooks.change',
  summary: "Change a webhook's address or events, or turn it on or off",
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema },
  body: closed({ url: Type.Optional(Url), events: Type.Optional(Events), enabled: Type.Optional(Type.Boolean()) }),
  reply: Webhook,
});

export const deleteWebhook = endpoint('DELETE /organizations/{id}/webhooks/{webhookId}', {
  id: 'webhooks.delete',
  summary: 'Delete a webhook and its deliveries',
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema },
});

export const rotateWebhookSecret = endpoint('POST /organizations/{id}/webhooks/{webhookId}/secret', {
  id: 'webhooks.rotateSecret',
  summary: 'Rotate the signing secret of a webhook',
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema },
  reply: closed({ secret: Secret }),
});

export const pingWebhook = endpoint('POST /organizations/{id}/webhooks/{webhookId}/ping', {
  id: 'webhooks.sendPing',
  summary: 'Send a test event, webhooks.ping',
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema },
  reply: Delivery,
  status: 202,
});

export const listDeliveries = endpoint('GET /organizations/{id}/webhooks/{webhookId}/deliveries', {
  id: 'webhooks.deliveries',
  summary: 'List the newest deliveries of a webhook, none older than 30 days',
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema },
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(Delivery),
});

export const redeliver = endpoint('POST /organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redelivery', {
  id: 'webhooks.redeliver',
  summary: 'Retry a delivery now, with a fresh set of attempts',
  permission: 'keys.write',
  params: { webhookId: WebhookIdSchema, deliveryId: DeliveryIdSchema },
  reply: Delivery,
  status: 202,
});
