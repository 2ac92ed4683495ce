import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  redeliver,
  rotateWebhookSecret,
  type Webhook,
} from '@berth/contract/api/webhooks';
import type { DeliveryId, OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { reload } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showSecret } from '../dialogs/secret.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { offerUndo } from '../parts/undo.ts';
import { askForWebhook } from './webhook-dialog.tsx';

/** A webhook and its organization. */
export interface WebhookTarget {
  readonly orgId: OrganizationId;
  readonly webhook: Webhook;
}

/** Creates a webhook and shows its signing secret, once. */
export async function makeWebhook(id: OrganizationId): Promise<void> {
  const made = await askForWebhook(undefined, (body) => call(createWebhook, { params: { id }, body }));
  if (made) await tellSecret(made.secret);
  await refresh();
}

export async function editWebhook({ orgId, webhook }: WebhookTarget): Promise<void> {
  const params = { id: orgId, webhookId: webhook.id };
  const saved = await askForWebhook(webhook, (body) => call(changeWebhook, { params, body }));
  if (saved) offerBack(webhook, saved);
  await refresh();
}

export async function switchWebhook({ orgId, webhook }: WebhookTarget): Promise<void> {
  const params = { id: orgId, webhookId: webhook.id };
  await run(async () => offerBack(webhook, await call(changeWebhook, { params, body: { enabled: !webhook.enabled } })));
}

function offerBack(before: Webhook, after: Webhook): void {
  const change = { action: changeWebhook.id, targetId: before.id, before, after };
  offerUndo(({ t }) => t('keys.hook.saved'), change);
}

export async function rotateSecret({ orgId, webhook }: WebhookTarget): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('keys.hook.rotate.title'),
    message: t('keys.hook.rotate.message'),
    yes: t('keys.hook.rotate'),
    danger: true,
  }));
  if (!sure) return;
  await run(async () => {
    const { secret } = await call(rotateWebhookSecret, { params: { id: orgId, webhookId: webhook.id } });
    await tellSecret(secret);
  });
}

export async function removeWebhook({ orgId, webhook }: WebhookTarget): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('keys.hook.delete.title'),
    message: t('keys.hook.delete.message', { url: webhook.url }),
    yes: t('common.delete'),
    danger: true,
  }));
  if (!sure) return;
  await run(async () => {
    await call(deleteWebhook, { params: { id: orgId, webhookId: webhook.id } });
    toast(({ t }) => t('console.deleted', { name: webhook.url }));
    goTo(paths.webhooks());
  });
}

/** Sends the event webhooks.ping as a test. */
export async function ping({ orgId, webhook }: WebhookTarget): Promise<void> {
  await run(async () => {
    await call(pingWebhook, { params: { id: orgId, webhookId: webhook.id } });
    toast(({ t }) => t('keys.hook.pinged'));
  });
}

/** Retries a delivery now. */
export async function tryAgain({ orgId, webhook }: WebhookTarget, deliveryId: DeliveryId): Promise<void> {
  await run(() => call(redeliver, { params: { id: orgId, webhookId: webhook.id, deliveryId } }));
}

async function tellSecret(secret: string): Promise<void> {
  await showSecret(({ t }) => ({ title: t('keys.hook.secret.title'), label: t('keys.hook.secret'), secret }));
}

async function run(work: () => Promise<unknown>): Promise<void> {
  await work().catch(showError);
  await refresh();
}

function refresh(): Promise<void> {
  return reload(listWebhooks, listDeliveries);
}
