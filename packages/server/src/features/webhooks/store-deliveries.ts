import type { DeliveryId, OrganizationId, WebhookId } from '@berth/contract/ids';
import type { DeliveryFailure, DeliveryState } from '@berth/contract/rules/webhooks';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';

const COLUMNS = columnsOf('webhook_deliveries', [
  'delivery_id',
  'event',
  'state',
  'attempts',
  'created_at',
  'last_attempt_at',
  'next_attempt_at',
  'response_status',
  'failure',
  'error',
]);
export type DeliveryRow = RowOf<typeof COLUMNS>;

/** A due delivery that this server has claimed. */
export interface DueDelivery {
  readonly organizationId: OrganizationId;
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly event: string;
  readonly body: string;
  /** Including this one. */
  readonly attempts: number;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
}

/** The result of an attempt. */
export interface Attempt {
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly error: string | null;
  readonly nextAttemptAt: Date | null;
}

/** Queues one event for one webhook, regardless of the events it selects. */
export async function queueDelivery(
  tx: Tx,
  organizationId: OrganizationId,
  webhookId: WebhookId,
  delivery: { readonly id: DeliveryId; readonly event: string; readonly body: string; readonly at: Date },
): Promise<DeliveryRow> {
  const at = delivery.at.toISOString();
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event, body, created_at, next_attempt_at)
    values (${organizationId}, ${delivery.id}, ${webhookId}, ${delivery.event}, ${delivery.body}, ${at}, ${at})
    returning ${COLUMNS}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The delivery was not saved');
  return row;
}

/** Queues events outside the audit log for the webhooks of the transaction's organization, in order. */
export async function queueEvents(
  tx: Tx,
  events: readonly { readonly event: string; readonly body: string }[],
): Promise<void> {
  const names = events.map(({ event }) => event);
  const bodies = events.map(({ body }) => body);
  await sql`
    select queue_own_webhook_event(e.event, e.body)
    from unnest(${names}::text[], ${bodies}::text[]) with ordinality as e (event, body, place)
    order by e.place`.execute(tx);
}

export async function listDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  webhookId: WebhookId,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${COLUMNS} from webhook_deliveries where organization_id = ${organizationId} and webhook_id = ${webhookId}
    order by created_at desc, delivery_id limit ${limit} offset ${skip}`.execute(tx);
  return rows;
}

/** Restarts a delivery; undefined if there is none. */
export async function requeue(
  tx: Tx,
  key: { readonly organizationId: OrganizationId; readonly webhookId: WebhookId; readonly id: DeliveryId },
  now: Date,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = ${now.toISOString()}, error = null,
      failure = null, response_status = null
    where organization_id = ${key.organizationId} and webhook_id = ${key.webhookId} and delivery_id = ${key.id}
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export interface DeliveryClaim {
  readonly now: Date;
  /** How many are claimed at most, and may then be under way for one webhook and for one organization. */
  readonly limit: number;
  readonly perWebhook: number;
  readonly perOrganization: number;
  /** How many the node has under way, by webhook. */
  readonly underWay: ReadonlyMap<WebhookId, number>;
}

/**
 * Claims due deliveries of all organizations, those first that have the fewest under way. Runs as the system.
 */
export async function claimDeliveries(
  tx: Tx,
  { now, limit, perWebhook, perOrganization, underWay }: DeliveryClaim,
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select organization_id as "organizationId", delivery_id as id, webhook_id as "webhookId", event, body, attempts, url,
      secret
    from claim_webhook_deliveries(${now.toISOString()}::timestamptz, interval '30 seconds', ${limit}, ${perWebhook},
      ${perOrganization}, ${JSON.stringify(Object.fromEntries(underWay))}::jsonb)`.execute(tx);
  return rows;
}

/** Saves the result of an attempt, unless another server has claimed the delivery. */
export async function saveAttempt(
  tx: Tx,
  { organizationId, id, attempts }: DueDelivery,
  attempt: Attempt,
): Promise<void> {
  await sql`
    update webhook_deliveries set state = ${attempt.state}, response_status = ${attempt.status}, error = ${attempt.error},
      failure = ${attempt.failure}, next_attempt_at = ${attempt.nextAttemptAt?.toISOString() ?? null}
    where organization_id = ${organizationId} and delivery_id = ${id} and state = 'queued'
      and attempts = ${attempts}`.execute(tx);
}

export async function deleteOldDeliveries(tx: Tx, days: number): Promise<void> {
  await sql`select forget_webhook_deliveries(make_interval(days => ${days}))`.execute(tx);
}
