import type { MachineStatus } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { MachineKey } from '../../gateway/ports.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';
import { LAYERED } from './listing.ts';
import { JOINS, JOINS_BY_KEY, MACHINES } from './machine-sources.ts';
import { type MachinePage, machinePage } from './paging.ts';

export interface MachineRow {
  readonly organization_id: OrganizationId;
  readonly machine_id: MachineId;
  readonly name: string;
  readonly deployment: Deployment;
  readonly profile_id: ProfileId | null;
  readonly registered_at: string;
  readonly tags: readonly string[];
  /** The newest revision of the profile, or the one that a rollout holds the machine at. */
  readonly desired_revision: number | null;
  readonly last_seen: string | null;
  readonly status: MachineStatus;
  /** The revision of its profile that it shows; null if it shows none, or another profile. */
  readonly applied_revision: number | null;
  /** Digest of the layers that it shows with its profile; null without layers. */
  readonly applied_digest: string | null;
  /** Digest of the layers that apply to it; null without layers. */
  readonly desired_digest: string | null;
  readonly apply_error: string | null;
  readonly agent_version: string | null;
  readonly logged_in: string | null;
  readonly ip_address: string | null;
  readonly model: string | null;
  readonly serial: string | null;
  readonly note: string;
  /** Null unless two computers used its key recently. */
  readonly clone_since: string | null;
  readonly clone_last_at: string | null;
  readonly clone_addresses: readonly string[] | null;
}

const SHOWS_PROFILE = sql`s.applied_profile_id is not distinct from m.profile_id`;

/**
 * The columns of MachineRow; `d` has the digest of the machine's layers. Half of a list's time is the output of its
 * rows: every column counts.
 */
const COLUMNS = sql`
    select m.organization_id, m.machine_id, m.name, m.deployment, m.profile_id, m.registered_at, m.tags,
      coalesce(m.held_revision, p.revision) as desired_revision,
      case when m.organization_id = any (${LAYERED}) then d.digest end as desired_digest,
      s.last_seen, coalesce(s.status, 'normal') as status,
      case when ${SHOWS_PROFILE} then s.applied_revision end as applied_revision,
      case when ${SHOWS_PROFILE} then s.applied_digest end as applied_digest, s.apply_error, s.agent_version,
      s.logged_in, s.ip_address, s.model, s.serial, coalesce(s.note, '') as note,
      c.since as clone_since, c.last_at as clone_last_at, c.addresses as clone_addresses`;
const OWN_DIGEST = sql`layers_digest(layers_of_machine(m.organization_id, m.machine_id, m.tags, m.released_layers))`;
const CLONES = sql`left join machine_clones c on c.organization_id = m.organization_id and c.machine_id = m.machine_id
      and c.last_at > now() - clone_gap()`;

const BY_NAME = sql`m.ordered_name, m.machine_id`;

/** The machines that the transaction may see, of one organization if given. */
export async function listMachines(
  tx: Tx,
  organizationId: OrganizationId | undefined,
  list: ListQuery,
): Promise<MachineRow[]> {
  // Finds the page with an index first, then fetches what its rows need (paging.ts).
  return readPage(tx, await machinePage(tx, organizationId, list));
}

/** Machines `m` of a page that has their columns, and of one that has only their keys. */
const OF_PAGE = {
  machines: sql`page m`,
  keys: sql`machines m join page on page.organization_id = m.organization_id and page.machine_id = m.machine_id`,
};

/**
 * The rows of a page. Layers are computed once for all machines with the same tags, unless a machine has its own layer.
 * Where nobody has layers, `exists` saves reading the machines for them.
 */
async function readPage(tx: Tx, { finds, page, order }: MachinePage): Promise<MachineRow[]> {
  const { rows } = await sql<MachineRow>`
    with page as materialized (${page}), wanted as materialized (
      select t.organization_id, t.tags, t.released_layers,
          layers_digest(layers_of_machine(t.organization_id, '', t.tags, t.released_layers)) as digest
        from (
          select distinct m.organization_id, m.tags, m.released_layers from ${OF_PAGE[finds]}
            where exists (select from layers) and m.organization_id = any (${LAYERED})
        ) as t
    )
    ${COLUMNS} from ${OF_PAGE[finds]} ${finds === 'machines' ? JOINS_BY_KEY : JOINS} ${CLONES}
    left join wanted w on w.organization_id = m.organization_id and w.tags = m.tags
      and w.released_layers = m.released_layers
    cross join lateral (
      select case when exists (
        select from layers l
          where l.organization_id = m.organization_id and l.machine_id = m.machine_id and l.scope = 'machine'
      ) then ${OWN_DIGEST} else w.digest end as digest
    ) as d
    order by ${order}`.execute(tx);
  return rows;
}

export async function findMachine(tx: Tx, { organizationId, machineId }: MachineKey): Promise<MachineRow | undefined> {
  const { rows } = await sql<MachineRow>`
    ${COLUMNS} from ${MACHINES} ${CLONES}
    cross join lateral (select ${OWN_DIGEST} as digest) as d
    where m.organization_id = ${organizationId} and m.machine_id = ${machineId}`.execute(tx);
  return rows[0];
}

/** The organization's machines with these IDs, by name. */
export async function listNamedMachines(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
): Promise<MachineRow[]> {
  const keys = sql`
    select organization_id, machine_id from machines
    where organization_id = ${organizationId} and machine_id = any (${[...ids]}::text[])`;
  return readPage(tx, { finds: 'keys', page: keys, order: BY_NAME });
}

/** Machines for the live list: seen or registered recently, or online. */
export async function listRecentMachines(
  tx: Tx,
  organizationId: OrganizationId,
  days: number,
  online: readonly MachineId[],
): Promise<MachineRow[]> {
  const oldest = sql`now() - make_interval(days => ${days}::int)`;
  const keys = sql`
    select m.organization_id, m.machine_id from machines m
    left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
    where m.organization_id = ${organizationId}
      and (coalesce(s.last_seen, m.registered_at) > ${oldest} or m.machine_id = any (${[...online]}::text[]))`;
  return readPage(tx, { finds: 'keys', page: keys, order: BY_NAME });
}

export async function renameMachine(tx: Tx, { organizationId, machineId }: MachineKey, name: string): Promise<void> {
  await tx
    .updateTable('machines')
    .set({ name })
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .execute();
}

export async function setNote(tx: Tx, { organizationId, machineId }: MachineKey, note: string): Promise<void> {
  await tx
    .updateTable('machines')
    .set({ note })
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .execute();
}

export async function setDeployment(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  deployment: Deployment,
): Promise<void> {
  await tx
    .updateTable('machines')
    .set({ deployment })
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .execute();
}

export async function assignProfile(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  profileId: ProfileId,
): Promise<void> {
  await tx
    .updateTable('machines')
    .set({ profile_id: profileId })
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .execute();
}

/** Whether the organization has this profile; locks it until the end of the transaction. */
export async function holdProfile(tx: Tx, organizationId: OrganizationId, profileId: ProfileId): Promise<boolean> {
  const row = await tx
    .selectFrom('profiles')
    .select('profile_id')
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets a machine's tags and returns them as stored: sorted. */
export async function setTags(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  tags: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ tags: string[] }>`
    update machines set tags = array(select tag from unnest(${[...tags]}::text[]) as tag order by tag collate natural_order)
    where organization_id = ${organizationId} and machine_id = ${machineId} returning tags`.execute(tx);
  return rows[0]?.tags ?? [];
}

/** Removes a machine with its commands, logs and state. */
export async function deleteMachine(tx: Tx, { organizationId, machineId }: MachineKey): Promise<void> {
  await tx
    .deleteFrom('machines')
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId)
    .execute();
}
