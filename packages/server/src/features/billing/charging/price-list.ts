import { APP_CATALOG } from '@berth/contract/apps/catalog';
import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { appPrice, isAvailable } from '@berth/contract/apps/install';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { DEPLOYMENTS, isLicensed, type MgmtTier } from '@berth/contract/limits';
import { PRO_ITEM } from '@berth/contract/rules/billing';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** Price of an item for one machine and 30 days. 0: free, but recorded. */
export interface ItemPrice {
  readonly item: string;
  readonly deployment: string;
  readonly credits: number;
}

/** Prices of Pro and the paid apps. Smart-series machines include a Pro license (spec chapter 1). */
export function priceList(proCredits: number): ItemPrice[] {
  const pro = DEPLOYMENTS.map((deployment) => ({
    item: PRO_ITEM,
    deployment,
    credits: isLicensed(deployment) ? 0 : proCredits,
  }));
  const apps = Object.entries<AppCatalogEntry>(APP_CATALOG)
    .filter(([, { pricing }]) => pricing.type === 'paid')
    .flatMap(([item, entry]) =>
      DEPLOYMENTS.filter((deployment) => isAvailable(entry, deployment)).map((deployment) => ({
        item,
        deployment,
        credits: appPrice(entry, deployment),
      })),
    );
  return [...pro, ...apps];
}

/** An item that a machine uses and that is charged per period. */
export interface ActiveItem {
  readonly machineId: MachineId;
  readonly machineName: string;
  readonly item: string;
  readonly credits: number;
  /** Number and end of the latest period; 0 and null without one. */
  readonly number: number;
  readonly periodEnd: string | null;
}

/**
 * Lists what an organization's machines use now: Pro if it has Pro, and the paid apps that the revision of
 * their profile turns on. In charging order: Pro first, then by registration of the machine.
 */
export async function activeItems(
  tx: Tx,
  organizationId: OrganizationId,
  tier: MgmtTier,
  prices: readonly ItemPrice[],
): Promise<ActiveItem[]> {
  const { rows } = await sql<ActiveItem>`
    with prices as materialized (
      select item, deployment, credits
        from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as r (item text, deployment text, credits integer)
    ), shown as materialized (
      -- A rollout holds machines at an earlier revision.
      select m.machine_id, m.profile_id, coalesce(m.held_revision, p.revision) as revision from machines m
        join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
        where m.organization_id = ${organizationId}
    ), apps as materialized (
      -- Once for each revision: definitions may be large.
      select r.profile_id, r.revision, e.app from (select distinct profile_id, revision from shown) as s
        join profile_revisions r
          on r.organization_id = ${organizationId} and r.profile_id = s.profile_id and r.revision = s.revision
        cross join lateral jsonb_array_elements_text(r.definition #> '{thinhoc,apps,enabled}') as e (app)
        where coalesce((r.definition #>> array['thinhoc', 'apps', 'instances', e.app, 'enabled'])::boolean, true)
    ), used as (
      select m.machine_id, ${PRO_ITEM}::text as item from machines m
        where m.organization_id = ${organizationId} and ${tier}::text <> 'free'
      union
      select s.machine_id, a.app from shown s
        join apps a on a.profile_id = s.profile_id and a.revision = s.revision
    )
    select m.machine_id as "machineId", m.name as "machineName", u.item, p.credits,
      coalesce(l.number, 0) as number, l.period_end as "periodEnd"
    from used u
      join machines m on m.organization_id = ${organizationId} and m.machine_id = u.machine_id
      join prices p on p.item = u.item and p.deployment = m.deployment
      left join lateral (
        select c.number, c.period_end from billing_charges c
          where c.organization_id = ${organizationId} and c.machine_id = u.machine_id and c.item = u.item
          order by c.number desc limit 1
      ) l on true
    order by u.item <> ${PRO_ITEM}::text, m.registered_at, m.machine_id, u.item`.execute(tx);
  return rows;
}
