import { changeWebhook } from '@berth/contract/api/webhooks';
import { type Route, route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { presentWebhook } from './present.ts';
import { noSuchWebhook, requireEvents, requireUrl } from './rules.ts';
import { lockWebhook, saveWebhook } from './store.ts';

export function changeWebhookRoute(deps: WebhookDeps): Route {
  return route(changeWebhook, async ({ params, body, tx, organizationId, audit }) => {
    if (body.url !== undefined) requireUrl(body.url, deps);
    if (body.events !== undefined) requireEvents(body.events, deps.areas);
    const before = await lockWebhook(tx, organizationId, params.webhookId);
    if (!before) throw noSuchWebhook();
    const row = {
      ...before,
      url: body.url === undefined ? before.url : new URL(body.url).href,
      events: body.events ? [...new Set(body.events)] : before.events,
      enabled: body.enabled ?? before.enabled,
    };
    await saveWebhook(tx, row);
    audit({ before: presentWebhook(before), after: presentWebhook(row) });
    return presentWebhook(row);
  });
}
