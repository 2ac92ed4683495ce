import { redeliver } from '@berth/contract/api/webhooks';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { presentDelivery } from './present.ts';
import { requeue } from './store-deliveries.ts';

export function redeliverRoute({ clock }: WebhookDeps): Route {
  return route(redeliver, async ({ params, tx, organizationId }) => {
    const key = { organizationId, webhookId: params.webhookId, id: params.deliveryId };
    const row = await requeue(tx, key, new Date(clock.now()));
    if (!row) throw new ApiError('not-found', 'There is no such delivery.');
    return presentDelivery(row);
  });
}
