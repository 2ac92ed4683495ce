import type { InstalledOsVersion } from '@berth/contract/api/os';
import type { InstalledSystem } from '@berth/contract/device/os-manifest';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** Of an agent that does not report its architecture. */
export const ARCHITECTURE_DEFAULT = 'x64';

/** Machines by system, most first. */
export async function countSystems(tx: Tx, organizationId: OrganizationId): Promise<InstalledOsVersion[]> {
  const { rows } = await sql<InstalledOsVersion>`
    select coalesce(s.hardware->'system'->>'kind', 'unknown') as kind, s.hardware->'system'->>'version' as version,
      s.hardware->'system'->>'channel' as channel,
      case when s.hardware->'system'->>'kind' = 'image'
        then coalesce(s.hardware->'system'->>'architecture', ${ARCHITECTURE_DEFAULT}) end as architecture,
      count(*) as machines
    from machine_states s
    where s.organization_id = ${organizationId} and s.hardware is not null
    group by 1, 2, 3, 4 order by 5 desc, 2 desc nulls last, 4 limit 100`.execute(tx);
  return rows;
}

export interface ImageMachineRow {
  readonly machine_id: MachineId;
  readonly name: string;
  readonly system: Extract<InstalledSystem, { kind: 'image' }>;
  readonly last_seen: string | null;
}

/** Machines whose profile names a newer version than theirs, or names none and theirs is none of these; by name. */
export async function listOtherVersions(
  tx: Tx,
  organizationId: OrganizationId,
  current: readonly { readonly channel: string; readonly architecture: string; readonly version: string }[],
  limit: number,
): Promise<ImageMachineRow[]> {
  const keys = current.map(({ channel, architecture, version }) => [channel, architecture, version].join('/'));
  const { rows } = await sql<ImageMachineRow>`
    select m.machine_id, m.name, s.hardware->'system' as system, s.last_seen
    from machine_states s
    join machines m on m.organization_id = s.organization_id and m.machine_id = s.machine_id
    where s.organization_id = ${organizationId} and s.hardware->'system'->>'kind' = 'image'
      and (s.hardware->'system' ? 'wanted' or
        concat_ws('/', s.hardware->'system'->>'channel', coalesce(s.hardware->'system'->>'architecture',
          ${ARCHITECTURE_DEFAULT}), s.hardware->'system'->>'version') <> all (${keys}::text[])
        and not s.hardware->'system' ? 'named')
    order by m.ordered_name, m.machine_id limit ${limit}`.execute(tx);
  return rows;
}
