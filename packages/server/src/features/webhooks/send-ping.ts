import { randomUUID } from 'node:crypto';
import { pingWebhook } from '@berth/contract/api/webhooks';
import type { DeliveryId } from '@berth/contract/ids';
import { PING_EVENT } from '@berth/contract/rules/webhooks';
import { type Route, route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { presentDelivery } from './present.ts';
import { noSuchWebhook } from './rules.ts';
import { lockWebhook } from './store.ts';
import { queueDelivery } from './store-deliveries.ts';

export function sendPingRoute({ clock }: WebhookDeps): Route {
  return route(pingWebhook, async ({ params, tx, organizationId }) => {
    if (!(await lockWebhook(tx, organizationId, params.webhookId))) throw noSuchWebhook();
    const at = new Date(clock.now());
    const body = JSON.stringify({ type: PING_EVENT, time: at.toISOString(), organizationId });
    const delivery = { id: randomUUID() as DeliveryId, event: PING_EVENT, body, at };
    return presentDelivery(await queueDelivery(tx, organizationId, params.webhookId, delivery));
  });
}
