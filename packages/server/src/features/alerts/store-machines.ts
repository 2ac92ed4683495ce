import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_ALERTS } from '@berth/contract/rules/alerts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { NeedyMachines } from './content.ts';

/** A need that is over is forgotten after a day: until then, its return is no news. */
const FORGOTTEN_AFTER = '1 day';
/** Machines named in an email, for each need. */
const NAMED = 10;

/**
 * Brings what is known of an organization's machines up to date.
 *
 * @param needs selects `machine_id` and `need`.
 */
export async function noteNeeds(
  tx: Tx,
  organizationId: OrganizationId,
  needs: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await sql`
    delete from machine_alerts
    where organization_id = ${organizationId} and gone_at < ${at} - ${FORGOTTEN_AFTER}::interval`.execute(tx);
  await sql`
    with needy as materialized (${needs}),
    over as (
      update machine_alerts a set gone_at = ${at}
        where a.organization_id = ${organizationId} and a.gone_at is null
          and not exists (select from needy n where n.machine_id = a.machine_id and n.need = a.need)
    )
    insert into machine_alerts as a (organization_id, machine_id, need, found_at)
      select ${organizationId}::uuid, n.machine_id, n.need, ${at} from needy n
      on conflict (organization_id, machine_id, need) do update
        set gone_at = null, found_at = excluded.found_at where a.gone_at is not null`.execute(tx);
}

/** Takes the needs that last since a time and were never reported; they count as reported from now on. */
export async function takeNews(
  tx: Tx,
  organizationId: OrganizationId,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<{ readonly total: number; readonly needs: readonly NeedyMachines[] }> {
  const { rows } = await sql<NeedyMachines & { readonly total: number }>`
    with news as (
      update machine_alerts set mailed_at = ${now.toISOString()}
        where organization_id = ${organizationId} and mailed_at is null and gone_at is null
          and found_at <= ${since.toISOString()}
        returning machine_id, need
    ),
    named as (
      select n.need, n.machine_id, m.name, row_number() over (partition by n.need order by m.ordered_name, m.machine_id) as place
        from news n join machines m on m.organization_id = ${organizationId} and m.machine_id = n.machine_id
    )
    select need, count(*) as count,
      jsonb_agg(jsonb_build_object('id', machine_id, 'name', name) order by place) filter (where place <= ${NAMED})
        as machines,
      (select count(distinct machine_id) from news) as total
    from named group by need order by array_position(${[...MACHINE_ALERTS]}::text[], need)`.execute(tx);
  return { total: rows[0]?.total ?? 0, needs: rows.map(({ need, count, machines }) => ({ need, count, machines })) };
}
