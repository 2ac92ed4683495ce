import Type from 'typebox';
import { DeliveryIdSchema, OrganizationIdSchema, WebhookIdSchema } from '../ids.ts';
import { DELIVERY_FAILURES, DELIVERY_STATES, WEBHOOK_EVENT_PATTERN } from '../rules/webhooks.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const Url = Type.String({ minLength: 8, maxLength: 2_048, pattern: '^https?://[!-~]+$' });
const Events = Type.Array(Type.String({ pattern: WEBHOOK_EVENT_PATTERN }), {
  minItems: 1,
  maxItems: 64,
});
const MaybeInstant = Type.Union([Instant, Type.Null()]);

export const Webhook = closed({
  id: WebhookIdSchema,
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  createdBy: Type.String(),
  createdAt: Instant,
});
export type Webhook = Type.Static<typeof Webhook>;

/** One event for one webhook, as far as it has come. */
export const Delivery = closed({
  id: DeliveryIdSchema,
  event: Type.String(),
  state: Type.Enum([...DELIVERY_STATES]),
  attempts: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
  lastAttemptAt: MaybeInstant,
  /** Null where it is not tried again. */
  nextAttemptAt: MaybeInstant,
  /** What the receiver answered last; null where it did not. */
  responseStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** Why the last attempt failed; null where it did not, and for attempts before this was kept. */
  failure: Type.Union([Type.Enum([...DELIVERY_FAILURES]), Type.Null()]),
  /** What the network or the receiver said, in its own words. */
  error: Type.Union([Type.String(), Type.Null()]),
});
export type Delivery = Type.Static<typeof Delivery>;

const shared = {
  query: Nothing,
  authentication: 'user',
  permission: 'keys.write',
  tenant: { kind: 'organization', param: 'id' },
} as const;
const inOrganization = { ...shared, params: closed({ id: OrganizationIdSchema }) } as const;
const ofWebhook = { ...shared, params: closed({ id: OrganizationIdSchema, webhookId: WebhookIdSchema }) } as const;

/** Signs deliveries as standardwebhooks.com says: HMAC-SHA256 over id, timestamp and body. */
const Secret = Type.String({ pattern: '^whsec_' });

export const createWebhook = endpoint({
  ...inOrganization,
  id: 'webhooks.create',
  method: 'POST',
  path: '/organizations/{id}/webhooks',
  summary: 'Have events of the organisation sent to an address. The secret that signs them is shown this once',
  body: closed({ url: Url, events: Events }),
  reply: closed({ secret: Secret, webhook: Webhook }),
  status: 201,
  errors: ['not-found', 'forbidden', 'too-many-webhooks'],
  rate: 'write',
});

export const listWebhooks = endpoint({
  ...inOrganization,
  id: 'webhooks.list',
  method: 'GET',
  path: '/organizations/{id}/webhooks',
  summary: "An organisation's webhooks",
  body: Empty,
  reply: Type.Array(Webhook),
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'read',
});

export const changeWebhook = endpoint({
  ...ofWebhook,
  id: 'webhooks.change',
  method: 'PATCH',
  path: '/organizations/{id}/webhooks/{webhookId}',
  summary: 'Change where events go, which ones, or whether any do',
  body: closed({ url: Type.Optional(Url), events: Type.Optional(Events), enabled: Type.Optional(Type.Boolean()) }),
  reply: Webhook,
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const deleteWebhook = endpoint({
  ...ofWebhook,
  id: 'webhooks.delete',
  method: 'DELETE',
  path: '/organizations/{id}/webhooks/{webhookId}',
  summary: 'Delete a webhook with its deliveries',
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const rotateWebhookSecret = endpoint({
  ...ofWebhook,
  id: 'webhooks.rotateSecret',
  method: 'POST',
  path: '/organizations/{id}/webhooks/{webhookId}/secret',
  summary: 'Sign with another secret from now on',
  body: Empty,
  reply: closed({ secret: Secret }),
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const pingWebhook = endpoint({
  ...ofWebhook,
  id: 'webhooks.sendPing',
  method: 'POST',
  path: '/organizations/{id}/webhooks/{webhookId}/ping',
  summary: 'Send the event webhooks.ping, to try it',
  body: Empty,
  reply: Delivery,
  status: 202,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});

export const listDeliveries = endpoint({
  ...ofWebhook,
  id: 'webhooks.deliveries',
  method: 'GET',
  path: '/organizations/{id}/webhooks/{webhookId}/deliveries',
  summary: 'The newest deliveries of a webhook, none older than 30 days',
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  body: Empty,
  reply: Type.Array(Delivery),
  status: 200,
  errors: ['not-found', 'forbidden'],
  rate: 'read',
});

export const redeliver = endpoint({
  ...ofWebhook,
  id: 'webhooks.redeliver',
  method: 'POST',
  path: '/organizations/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redelivery',
  summary: 'Try a delivery again now, with all its attempts',
  params: closed({ id: OrganizationIdSchema, webhookId: WebhookIdSchema, deliveryId: DeliveryIdSchema }),
  body: Empty,
  reply: Delivery,
  status: 202,
  errors: ['not-found', 'forbidden'],
  rate: 'write',
});
