import { listDeliveries } from '@berth/contract/api/webhooks';
import { route } from '../../http/route.ts';
import { presentDelivery } from './present.ts';
import { noSuchWebhook } from './rules.ts';
import { lockWebhook } from './store.ts';
import * as store from './store-deliveries.ts';

const LIMIT_DEFAULT = 20;

export const listDeliveriesRoute = route(listDeliveries, async ({ params, query, tx, organizationId }) => {
  if (!(await lockWebhook(tx, organizationId, params.webhookId))) throw noSuchWebhook();
  const limit = query.limit ?? LIMIT_DEFAULT;
  const rows = await store.listDeliveries(tx, organizationId, params.webhookId, limit);
  return rows.map(presentDelivery);
});
