import type { LayerSummary } from '@berth/contract/api/layers';
import type { LayerId, MachineId, OrganizationId } from '@berth/contract/ids';
import { LAYERS_LISTED_MAX } from '@berth/contract/layers/layer-pages';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Authorship } from '../store.ts';
import type { RevisionRow } from '../store-revisions.ts';
import type { SealedContent } from './content.ts';

export interface LayerKey {
  readonly organizationId: OrganizationId;
  readonly layerId: LayerId;
}

export interface LayerRow {
  readonly organization_id: OrganizationId;
  readonly layer_id: LayerId;
  readonly name: string;
  readonly scope: LayerSummary['scope'];
  readonly tag: string | null;
  readonly machine_id: MachineId | null;
  readonly machine_name: string | null;
  readonly position: number;
  readonly revision: number;
  /** The revision for machines that an active rollout has not reached. */
  readonly held_revision: number | null;
  readonly settings: number;
  readonly locks: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

/** The size of a saved content. */
export interface Extent {
  readonly settings: number;
  readonly locks: number;
}

/** Lowest first; layers of single machines by machine name, and only these if some of them are skipped. */
export async function listLayers(tx: Tx, organizationId: OrganizationId, skip = 0): Promise<LayerRow[]> {
  const isShared = sql`l.scope <> 'machine' order by l.scope, l.position, l.layer_id`;
  const shared = skip === 0 ? await select(tx, organizationId, isShared) : [];
  const own = sql`l.scope = 'machine' order by m.ordered_name, l.layer_id limit ${LAYERS_LISTED_MAX} offset ${skip}`;
  return [...shared, ...(await select(tx, organizationId, own))];
}

/** All layers, including those of single machines, by position. */
export async function listAllLayers(tx: Tx, organizationId: OrganizationId): Promise<LayerRow[]> {
  return select(tx, organizationId, sql`true order by l.position, l.layer_id`);
}

export async function findLayer(tx: Tx, { organizationId, layerId }: LayerKey): Promise<LayerRow | undefined> {
  return (await select(tx, organizationId, sql`l.layer_id = ${layerId}`))[0];
}

/**
 * Serializes changes to an organization's layers, because each is checked together with all others. Returns the number
 * of layers of the organization and of tags.
 */
export async function lockLayers(tx: Tx, organizationId: OrganizationId): Promise<number> {
  await sql`select from organizations where organization_id = ${organizationId} for update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from layers where organization_id = ${organizationId} and scope <> 'machine'`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** Whether another layer of the organization has the name. */
export async function isNameOfAnother(tx: Tx, { organizationId, layerId }: LayerKey, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from layers
      where organization_id = ${organizationId} and layer_id <> ${layerId} and lower(name) = lower(${name})`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The size of all layers except one: settings and locks of shared layers, and bytes of all layers. */
export async function sizeOfOthers(
  tx: Tx,
  { organizationId, layerId }: LayerKey,
): Promise<{ readonly settings: number; readonly bytes: number }> {
  const { rows } = await sql<{ settings: number; bytes: number }>`
    select coalesce(sum(l.settings + l.locks) filter (where l.scope <> 'machine'), 0)::int as settings,
        coalesce(sum(octet_length(r.content::text)), 0)::int as bytes
      from layers l
      join layer_revisions r
        on r.organization_id = l.organization_id and r.layer_id = l.layer_id and r.revision = l.revision
      where l.organization_id = ${organizationId} and l.layer_id <> ${layerId}`.execute(tx);
  return rows[0] ?? { settings: 0, bytes: 0 };
}

export async function hasMachine(tx: Tx, organizationId: OrganizationId, machineId: MachineId): Promise<boolean> {
  const { rows } = await sql`
    select from machines where organization_id = ${organizationId} and machine_id = ${machineId}`.execute(tx);
  return rows.length > 0;
}

export async function insertLayer(
  tx: Tx,
  { organizationId, layerId }: LayerKey,
  layer: Pick<LayerRow, 'name' | 'scope' | 'tag' | 'machine_id'> & Extent,
  author: string,
): Promise<void> {
  await sql`
    insert into layers (organization_id, layer_id, name, scope, tag, machine_id, position, revision, settings, locks,
        updated_by)
      values (${organizationId}, ${layerId}, ${layer.name}, ${layer.scope}, ${layer.tag}, ${layer.machine_id},
        (select coalesce(max(position), 0) + 1 from layers
          where organization_id = ${organizationId} and scope = ${layer.scope} and scope <> 'machine'),
        1, ${layer.settings}, ${layer.locks}, ${author})`.execute(tx);
}

export async function advanceLayer(
  tx: Tx,
  { organizationId, layerId }: LayerKey,
  { name, settings, locks }: { readonly name: string } & Extent,
  author: string,
): Promise<void> {
  await sql`
    update layers set name = ${name}, settings = ${settings}, locks = ${locks}, revision = revision + 1,
        updated_at = now(), updated_by = ${author}
      where organization_id = ${organizationId} and layer_id = ${layerId}`.execute(tx);
}

export async function deleteLayer(tx: Tx, { organizationId, layerId }: LayerKey): Promise<void> {
  await sql`delete from layers where organization_id = ${organizationId} and layer_id = ${layerId}`.execute(tx);
}

/** Sets the order of layers, lowest first. */
export async function orderLayers(tx: Tx, organizationId: OrganizationId, ids: readonly LayerId[]): Promise<void> {
  await sql`
    update layers l set position = o.place
      from unnest(${[...ids]}::uuid[]) with ordinality as o (layer_id, place)
      where l.organization_id = ${organizationId} and l.layer_id = o.layer_id`.execute(tx);
}

export async function addLayerRevision(
  tx: Tx,
  { organization_id, layer_id, revision, name }: LayerRow,
  content: SealedContent,
  { authorId, author, note }: Authorship,
): Promise<void> {
  await sql`
    insert into layer_revisions (organization_id, layer_id, revision, name, content, author_id, author, note)
      values (${organization_id}, ${layer_id}, ${revision}, ${name}, ${JSON.stringify(content)}::jsonb, ${authorId},
        ${author}, ${note})`.execute(tx);
}

export interface LayerRevisionRow {
  readonly layer_id: LayerId;
  readonly scope: LayerRow['scope'];
  readonly tag: string | null;
  readonly revision: number;
  readonly name: string;
  readonly author: string;
  readonly created_at: string;
  readonly note: string | null;
  readonly content: SealedContent;
}

export async function findLayerRevision(
  tx: Tx,
  { organizationId, layerId }: LayerKey,
  revision: number,
): Promise<LayerRevisionRow | undefined> {
  return (await findRevisions(tx, organizationId, [`${layerId}:${revision}`]))[0];
}

/** Revisions of layers by their references, in this order; missing ones are omitted. */
export async function findRevisions(
  tx: Tx,
  organizationId: OrganizationId,
  references: readonly string[],
): Promise<LayerRevisionRow[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<LayerRevisionRow>`
    select r.layer_id, l.scope, l.tag, r.revision, r.name, r.author, r.created_at, r.note, r.content
      from unnest(${[...references]}::text[]) with ordinality as w (reference, place)
      join layer_revisions r on r.organization_id = ${organizationId}
        and r.layer_id = split_part(w.reference, ':', 1)::uuid and r.revision = split_part(w.reference, ':', 2)::integer
      join layers l on l.organization_id = r.organization_id and l.layer_id = r.layer_id
      order by w.place`.execute(tx);
  return rows;
}

export async function listLayerRevisions(
  tx: Tx,
  { organizationId, layerId }: LayerKey,
  { limit, before }: { readonly limit: number; readonly before: number | undefined },
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select revision, author, created_at, note from layer_revisions
      where organization_id = ${organizationId} and layer_id = ${layerId}
        and revision < ${before ?? 2_147_483_647}
      order by revision desc limit ${limit}`.execute(tx);
  return rows;
}

async function select(tx: Tx, organizationId: OrganizationId, rest: RawBuilder<unknown>): Promise<LayerRow[]> {
  const { rows } = await sql<LayerRow>`
    select l.organization_id, l.layer_id, l.name, l.scope, l.tag, l.machine_id, m.name as machine_name, l.position,
        l.revision, l.held_revision, l.settings, l.locks, l.created_at, l.updated_at, l.updated_by
      from layers l
      left join machines m on m.organization_id = l.organization_id and m.machine_id = l.machine_id
      where l.organization_id = ${organizationId} and ${rest}`.execute(tx);
  return rows;
}
