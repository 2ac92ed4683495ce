import type { OrganizationId, WebhookId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';

const COLUMNS = columnsOf('webhooks', [
  'organization_id',
  'webhook_id',
  'url',
  'events',
  'secret',
  'enabled',
  'created_by',
  'created_at',
]);
export type WebhookRow = RowOf<typeof COLUMNS>;

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await sql`
    insert into webhooks (organization_id, webhook_id, url, events, secret, enabled, created_by, created_at)
    values (${row.organization_id}, ${row.webhook_id}, ${row.url}, ${[...row.events]}::text[], ${row.secret},
      ${row.enabled}, ${row.created_by}, ${row.created_at})`.execute(tx);
}

export function listWebhooks(tx: Tx, organizationId: OrganizationId): Promise<WebhookRow[]> {
  return select(tx, sql`where organization_id = ${organizationId} order by created_at, webhook_id`);
}

/** Finds a webhook and locks it until the transaction ends. */
export async function lockWebhook(
  tx: Tx,
  organizationId: OrganizationId,
  webhookId: WebhookId,
): Promise<WebhookRow | undefined> {
  const [row] = await select(
    tx,
    sql`where organization_id = ${organizationId} and webhook_id = ${webhookId} for no key update`,
  );
  return row;
}

export async function saveWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await sql`
    update webhooks set url = ${row.url}, events = ${[...row.events]}::text[], secret = ${row.secret},
      enabled = ${row.enabled}
    where organization_id = ${row.organization_id} and webhook_id = ${row.webhook_id}`.execute(tx);
}

export async function deleteWebhook(tx: Tx, { organization_id, webhook_id }: WebhookRow): Promise<void> {
  await sql`delete from webhooks where organization_id = ${organization_id} and webhook_id = ${webhook_id}`.execute(tx);
}

async function select(tx: Tx, rest: RawBuilder<unknown>): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`select ${COLUMNS} from webhooks ${rest}`.execute(tx);
  return rows;
}
