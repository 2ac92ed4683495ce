import { randomUUID } from 'node:crypto';
import { createWebhook } from '@berth/contract/api/webhooks';
import type { WebhookId } from '@berth/contract/ids';
import { WEBHOOKS_MAX } from '@berth/contract/rules/webhooks';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { presentWebhook } from './present.ts';
import { requireEvents, requireUrl } from './rules.ts';
import { newSecret } from './sign.ts';
import { insertWebhook, listWebhooks } from './store.ts';

export function createWebhookRoute(deps: WebhookDeps): Route {
  return route(createWebhook, async ({ body, caller, tx, organizationId, audit }) => {
    requireUrl(body.url, deps);
    requireEvents(body.events, deps.areas);
    if ((await listWebhooks(tx, organizationId)).length >= WEBHOOKS_MAX) {
      throw new ApiError('too-many-webhooks', `An organization may have ${WEBHOOKS_MAX} webhooks.`);
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
    await insertWebhook(tx, row);
    const webhook = presentWebhook(row);
    audit({ target: { kind: 'webhook', id: row.webhook_id }, after: webhook });
    return { secret, webhook };
  });
}
