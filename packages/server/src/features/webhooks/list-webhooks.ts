import { listWebhooks } from '@berth/contract/api/webhooks';
import { route } from '../../http/route.ts';
import { presentWebhook } from './present.ts';
import * as store from './store.ts';

export const listWebhooksRoute = route(listWebhooks, async ({ tx, organizationId }) => {
  const rows = await store.listWebhooks(tx, organizationId);
  return rows.map(presentWebhook);
});
