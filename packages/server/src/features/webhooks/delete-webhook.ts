import { deleteWebhook } from '@berth/contract/api/webhooks';
import { route } from '../../http/route.ts';
import { presentWebhook } from './present.ts';
import { noSuchWebhook } from './rules.ts';
import * as store from './store.ts';

export const deleteWebhookRoute = route(deleteWebhook, async ({ params, tx, organizationId, audit }) => {
  const row = await store.lockWebhook(tx, organizationId, params.webhookId);
  if (!row) throw noSuchWebhook();
  await store.deleteWebhook(tx, row);
  audit({ before: presentWebhook(row) });
  return null;
});
