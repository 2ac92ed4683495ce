import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { TAGS_MAX } from '@berth/contract/rules/names';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/*
 * Changes of thousands of machines. Each is an update of one table without a join: where machines were registered just
 * now, the planner takes an organization to have a few, and would compare each of them with each.
 */

/** A machine whose tags changed, with the previous and the new ones. */
export interface Retagged {
  readonly machineId: MachineId;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Changes machines' tags; returns those that changed. One that would have too many tags is not changed. */
export async function changeTags(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<Retagged[]> {
  const { rows } = await sql<{ machineId: MachineId; before: string[] }>`
    select machine_id as "machineId", tags as before from machines
    where organization_id = ${organizationId} and machine_id = any (${[...ids]}::text[])
    order by machine_id for update`.execute(tx);
  const wanted = rows.map(({ machineId, before }) => {
    const after = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag));
    return { machineId, before, after };
  });
  const isChanged = ({ before, after }: Retagged) =>
    after.length !== before.length || after.some((tag) => !before.includes(tag));
  return setTags(
    tx,
    organizationId,
    wanted.filter((each) => isChanged(each) && each.after.length <= TAGS_MAX),
  );
}

/** Replaces the tags of locked machines. Returns them with the tags as stored: in their order. */
export async function setTags(
  tx: Tx,
  organizationId: OrganizationId,
  retagged: readonly Retagged[],
): Promise<Retagged[]> {
  const before = new Map(retagged.map((each) => [each.machineId, each.before]));
  const changed: Retagged[] = [];
  for (const some of inSlices(retagged)) {
    for (const { machineId, after } of await storeTags(tx, organizationId, some)) {
      changed.push({ machineId, before: before.get(machineId) ?? [], after });
    }
  }
  return changed;
}

async function storeTags(
  tx: Tx,
  organizationId: OrganizationId,
  retagged: readonly Retagged[],
): Promise<readonly Omit<Retagged, 'before'>[]> {
  const tags = JSON.stringify(Object.fromEntries(retagged.map(({ machineId, after }) => [machineId, after])));
  const { rows } = await sql<{ machineId: MachineId; after: string[] }>`
    update machines set tags = array(
      select tag from jsonb_array_elements_text(${tags}::jsonb -> machine_id) as tag order by tag collate natural_order
    )
    where organization_id = ${organizationId} and machine_id = any (${retagged.map(({ machineId }) => machineId)}::text[])
    returning machine_id as "machineId", tags as after`.execute(tx);
  return rows;
}

/** A machine that got another profile, with the previous one. */
export interface Moved {
  readonly machineId: MachineId;
  readonly before: ProfileId | null;
}

/** Changes machines' profile; returns those that had a different one or none. */
export async function changeProfiles(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
  profileId: ProfileId,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select machine_id as "machineId", profile_id as before from machines
    where organization_id = ${organizationId} and machine_id = any (${[...ids]}::text[])
      and profile_id is distinct from ${profileId}
    order by machine_id for update`.execute(tx);
  for (const some of inSlices(rows)) {
    await sql`
      update machines set profile_id = ${profileId}
      where organization_id = ${organizationId}
        and machine_id = any (${some.map(({ machineId }) => machineId)}::text[])`.execute(tx);
  }
  return rows;
}

/** A statement has a time limit, however many machines a change concerns. */
const SLICE = 5_000;

/** Parts of a change, each for a statement of its own. */
export function inSlices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / SLICE) }, (_, at) => all.slice(at * SLICE, (at + 1) * SLICE));
}
