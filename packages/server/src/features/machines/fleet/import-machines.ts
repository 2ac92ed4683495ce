import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import { IMPORT_COLUMNS, IMPORT_MAX, importMachines, NONE, previewImport } from '@berth/contract/api/fleet';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { csvLine } from '../../../http/download.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { noSuchProfile } from '../errors.ts';
import { holdProfile } from '../store.ts';
import { type ImportChange, type ImportMachine, type ImportPlan, readImport } from './read-import.ts';
import { inSlices } from './store-changes.ts';

export const previewImportRoute = route(previewImport, async ({ body, tx, organizationId }) => {
  const { changes, rows, ignored, faults } = await planOf(tx, organizationId, body.csv);
  return {
    rows,
    ignored,
    faults,
    changes: changes.map(({ machine, name, tags, profile, note }) => ({
      id: machine.id,
      current: machine.name,
      ...(name !== undefined && { name }),
      ...(tags && { tags: [...tags] }),
      ...(profile && { profile: profile.name }),
      ...(note !== undefined && { note }),
    })),
  };
});

/** Applies all changes of a file in one transaction, or none. Locks the machines before comparing them to it. */
export function importMachinesRoute({ bus }: MachineDeps): Route {
  return route(importMachines, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { changes, faults, profiles } = await planOf(tx, organizationId, body.csv, { lock: true });
    if (faults.length > 0) {
      const named = faults.map(({ line, column, rule, value }) => ({
        path: `/${line}/${column}`,
        rule,
        message: `Line ${line}, column ${column}: ${rule}${value === '' ? '' : ` (${value})`}`,
      }));
      throw new ApiError('invalid-input', 'The file has faults. Nothing was changed.', named);
    }
    for (const profileId of new Set(changes.flatMap(({ profile }) => profile?.id ?? []))) {
      if (!(await holdProfile(tx, organizationId, profileId))) throw noSuchProfile();
    }
    await apply(tx, organizationId, changes);
    for (const { machine, name, tags, profile, note } of changes) {
      audit({
        target: { kind: 'machine', id: machine.id },
        before: { name: machine.name, tags: machine.tags, profileId: machine.profileId, note: machine.note },
        after: {
          name: name ?? machine.name,
          tags: tags ?? machine.tags,
          profileId: profile?.id ?? machine.profileId,
          note: note ?? machine.note,
        },
      });
    }
    if (changes.length === 0) audit({ target: { kind: 'organization', id: organizationId }, after: { machines: 0 } });
    afterCommit(() => {
      for (const { machine } of changes) {
        bus.publish(MACHINE_CHANGED, { organizationId, machineId: machine.id } satisfies MachineChanged);
      }
    });
    return { changed: changes.length, undo: undoOf(changes, profiles) };
  });
}

type Profiles = readonly { readonly id: ProfileId; readonly name: string }[];

/** A CSV file that restores the machines' previous values. */
function undoOf(changes: readonly ImportChange[], profiles: Profiles): string | null {
  const nameOf = new Map(profiles.map(({ id, name }) => [id, name]));
  const lines = [csvLine(IMPORT_COLUMNS)];
  for (const { machine, name, tags, profile, note } of changes) {
    const before = machine.profileId === null ? undefined : nameOf.get(machine.profileId);
    if (profile && before === undefined) return null;
    const cells = {
      id: machine.id,
      serial: '',
      name: name === undefined ? '' : machine.name,
      tags: tags ? machine.tags.join(' ') || NONE : '',
      profile: profile ? (before ?? '') : '',
      note: note === undefined ? '' : machine.note || NONE,
    };
    lines.push(csvLine(IMPORT_COLUMNS.map((column) => cells[column])));
  }
  const file = lines.join('');
  return file.length > IMPORT_MAX ? null : file;
}

async function planOf(
  tx: Tx,
  organizationId: OrganizationId,
  csv: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ImportPlan & { readonly profiles: Profiles }> {
  const machines = await sql<ImportMachine>`
    select m.machine_id as id, m.name, m.tags, m.profile_id as "profileId", m.note,
      (select s.serial from machine_states s where s.organization_id = m.organization_id and s.machine_id = m.machine_id)
    from machines m where m.organization_id = ${organizationId} ${lock ? sql`for update` : sql``}`.execute(tx);
  const profiles = await sql<Profiles[number]>`
    select profile_id as id, name from profiles where organization_id = ${organizationId}`.execute(tx);
  const plan = readImport(csv, { machines: machines.rows, profiles: profiles.rows });
  if (plan.rows > BATCH_MACHINES_MAX) {
    const message = `has more than ${BATCH_MACHINES_MAX} rows`;
    throw new ApiError('invalid-input', `The file ${message}.`, [{ path: '/csv', rule: 'maxItems', message }]);
  }
  return { ...plan, profiles: profiles.rows };
}

async function apply(tx: Tx, organizationId: OrganizationId, changes: readonly ImportChange[]): Promise<void> {
  const rows = changes.map(({ machine, name = null, tags = null, profile, note = null }) => ({
    machine_id: machine.id,
    name,
    tags,
    profile_id: profile?.id ?? null,
    note,
  }));
  for (const some of inSlices(rows)) await store(tx, organizationId, some);
}

async function store(tx: Tx, organizationId: OrganizationId, rows: readonly object[]): Promise<void> {
  await sql`
    update machines m set
      name = coalesce(n.name, m.name),
      tags = case when n.tags is null then m.tags
        else array(select tag from unnest(n.tags) as tag order by tag collate natural_order) end,
      profile_id = coalesce(n.profile_id, m.profile_id),
      note = coalesce(n.note, m.note)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (machine_id text, name text, tags text[], profile_id uuid, note text)
    where m.organization_id = ${organizationId} and m.machine_id = n.machine_id`.execute(tx);
}
