import type { OrganizationId, RolloutId } from '@berth/contract/ids';
import type { RolledBack, RolloutReason } from '@berth/contract/rules/rollouts';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

interface Row {
  readonly rolloutId: RolloutId;
  readonly name: string;
  readonly revision: number;
  readonly reason: RolloutReason | null;
  readonly finishedAt: string | null;
}

/** Lists the rollouts that were rolled back within a time because of their machines, oldest first. */
export async function listRolledBack(
  tx: Tx,
  organizationId: OrganizationId,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<RolledBack[]> {
  const { rows } = await sql<Row>`
    select r.rollout_id as "rolloutId", coalesce(p.name, l.name) as name, r.to_revision as revision, r.reason,
      r.finished_at as "finishedAt"
    from profile_rollouts r
    left join profiles p on p.organization_id = r.organization_id and p.profile_id = r.profile_id
    left join layers l on l.organization_id = r.organization_id and l.layer_id = r.layer_id
    where r.organization_id = ${organizationId} and r.state = 'returned'
      and r.finished_at > ${after.toISOString()} and r.finished_at <= ${until.toISOString()}
      and coalesce(p.name, l.name) is not null
    order by r.finished_at, r.rollout_id`.execute(tx);
  return rows.flatMap(({ reason, finishedAt, ...rest }) =>
    reason === null || reason === 'cancelled' || finishedAt === null ? [] : [{ ...rest, reason, finishedAt }],
  );
}
