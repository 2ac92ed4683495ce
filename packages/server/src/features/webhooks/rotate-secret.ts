import { rotateWebhookSecret } from '@berth/contract/api/webhooks';
import { type Route, route } from '../../http/route.ts';
import type { WebhookDeps } from './deps.ts';
import { noSuchWebhook } from './rules.ts';
import { newSecret } from './sign.ts';
import { lockWebhook, saveWebhook } from './store.ts';

export function rotateSecretRoute({ sealer }: WebhookDeps): Route {
  return route(rotateWebhookSecret, async ({ params, tx, organizationId }) => {
    const row = await lockWebhook(tx, organizationId, params.webhookId);
    if (!row) throw noSuchWebhook();
    const secret = newSecret();
    await saveWebhook(tx, { ...row, secret: sealer.seal(secret, organizationId) });
    return { secret };
  });
}
