import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import type { RecordWork } from '../../../http/audit.ts';
import type { Bus } from '../../../platform/bus.ts';
import { forEach, startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { setTags } from '../fleet/store-changes.ts';
import { findRuled } from './match.ts';

const EVERY_MS = 1_000;
const ORGANIZATIONS_AT_ONCE = 100;
/** Machines of one organization in a transaction. */
const AT_ONCE = 500;

export interface TaggingDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly recordWork: RecordWork;
}

/** Tags machines that have reported for the first time. Several servers may do it at once: each takes other machines. */
export function startTagging(deps: TaggingDeps, logger: Logger): { stop(): Promise<void> } {
  return startJob('machines.tag', EVERY_MS, () => tagNewMachines(deps), logger);
}

async function tagNewMachines(deps: TaggingDeps): Promise<void> {
  const { rows } = await asSystem(deps.db, (tx) =>
    sql<{ id: OrganizationId }>`select organizations_to_tag(${ORGANIZATIONS_AT_ONCE}) as id`.execute(tx),
  );
  await forEach(rows, async ({ id }) => {
    const tagged = await inTenant(deps.db, { organizationId: id }, (tx) => tagSome(deps, tx, id));
    for (const machineId of tagged) {
      deps.bus.publish(MACHINE_CHANGED, { organizationId: id, machineId } satisfies MachineChanged);
    }
  });
}

async function tagSome({ recordWork }: TaggingDeps, tx: Tx, organizationId: OrganizationId): Promise<MachineId[]> {
  const due = await lockDue(tx, organizationId);
  const ruled = await findRuled(tx, organizationId, due);
  if (ruled.length > 0) {
    await setTags(tx, organizationId, ruled);
    const works = ruled.map(({ machineId, before, after, rules }) => ({
      action: 'tagRules.tag' as const,
      actor: { kind: 'system' as const, name: 'tag-rules' },
      target: { kind: 'machine', id: machineId },
      before: { tags: before },
      after: { tags: after, rules },
    }));
    await recordWork(tx, organizationId, ...works);
  }
  await sql`select tag_rules_looked(${due}::text[])`.execute(tx);
  return ruled.map(({ machineId }) => machineId);
}

/** Locks the machines, as changes of tags do: these then change the states. */
async function lockDue(tx: Tx, organizationId: OrganizationId): Promise<MachineId[]> {
  const { rows } = await sql<{ id: MachineId }>`
    select m.machine_id as id from machine_states s
    join machines m on m.organization_id = s.organization_id and m.machine_id = s.machine_id
    where s.organization_id = ${organizationId} and s.tag_rules_due and s.hardware is not null
    limit ${AT_ONCE} for update of m skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
