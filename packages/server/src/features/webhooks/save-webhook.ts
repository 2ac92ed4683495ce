import { randomUUID } from 'node:crypto';
import type { Webhook } from '@berth/contract/api/webhooks';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
} from '@berth/contract/api/webhooks';
import type { WebhookId } from '@berth/contract/ids';
import { WEBHOOKS_MAX } from '@berth/contract/rules/webhooks';
import { lockOrganization } from '../../db/organization-lock.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { newSecret } from './deliver.ts';
import { noSuchWebhook, requireEvents, requireUrl, type WebhookDeps } from './rules.ts';
import type { WebhookRow } from './store.ts';
import * as store from './store.ts';

export function createWebhookRoute(deps: WebhookDeps): Route {
  return route(createWebhook, async ({ body, caller, tx, organizationId, audit }) => {
    requireUrl(body.url, deps);
    requireEvents(body.events, deps.areas);
    await lockOrganization(tx, organizationId);
    if ((await store.listWebhooks(tx, organizationId)).length >= WEBHOOKS_MAX) {
      throw new ApiError('too-many-webhooks', `An organization can have at most ${WEBHOOKS_MAX} webhooks.`);
    }
    const secret = newSecret();
    const row = {
      organization_id: organizationId,
      webhook_id: randomUUID() as WebhookId,
      url: new URL(body.url).href,
      events: [...new Set(body.events)],
      secret: deps.sealer.seal(secret, organizationId),
      enabled: true,
      created_by: caller.email,
      created_at: new Date(deps.clock.now()).toISOString(),
    };
    await store.insertWebhook(tx, row);
    const webhook = presentWebhook(row);
    audit({ target: { kind: 'webhook', id: row.webhook_id }, after: webhook });
    return { secret, webhook };
  });
}

export const listWebhooksRoute = route(listWebhooks, async ({ tx, organizationId }) => {
  const rows = await store.listWebhooks(tx, organizationId);
  return rows.map(presentWebhook);
});

export function changeWebhookRoute(deps: WebhookDeps): Route {
  return route(changeWebhook, async ({ params, body, tx, organizationId, audit }) => {
    if (body.url !== undefined) requireUrl(body.url, deps);
    if (body.events !== undefined) requireEvents(body.events, deps.areas);
    const before = await store.lockWebhook(tx, organizationId, params.webhookId);
    if (!before) throw noSuchWebhook();
    const row = {
      ...before,
      url: body.url === undefined ? before.url : new URL(body.url).href,
      events: body.events ? [...new Set(body.events)] : before.events,
      enabled: body.enabled ?? before.enabled,
    };
    await store.saveWebhook(tx, row);
    audit({ before: presentWebhook(before), after: presentWebhook(row) });
    return presentWebhook(row);
  });
}

export function rotateSecretRoute({ sealer }: WebhookDeps): Route {
  return route(rotateWebhookSecret, async ({ params, tx, organizationId }) => {
    const row = await store.lockWebhook(tx, organizationId, params.webhookId);
    if (!row) throw noSuchWebhook();
    const secret = newSecret();
    await store.saveWebhook(tx, { ...row, secret: sealer.seal(secret, organizationId) });
    return { secret };
  });
}

export const deleteWebhookRoute = route(deleteWebhook, async ({ params, tx, organizationId, audit }) => {
  const row = await store.lockWebhook(tx, organizationId, params.webhookId);
  if (!row) throw noSuchWebhook();
  await store.deleteWebhook(tx, row);
  audit({ before: presentWebhook(row) });
  return null;
});

function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.webhook_id,
    url: row.url,
    events: [...row.events],
    enabled: row.enabled,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}
