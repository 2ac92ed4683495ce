import { setImmediate } from 'node:timers/promises';
import type { Fault } from '@berth/contract/errors';
import type { LayerId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { withDefaults } from '../definition/check.ts';
import { openDefinition } from '../definition/secrets.ts';
import { findRevision } from '../store-revisions.ts';
import { loadLayers } from './load.ts';
import { type AppliedLayer, type MadeDefinition, makeDefinition } from './machine-definition.ts';
import { type LayerRow, listAllLayers } from './store.ts';

/** Machines with the same profile and the same layers, which get the same definition. */
export interface Group {
  readonly profileId: ProfileId;
  readonly revision: number;
  readonly tags: readonly string[];
  /** Layers with an active rollout that has reached the machines. */
  readonly released: readonly LayerId[];
  /** Set if the machine has its own layer: it is then alone in its group. */
  readonly machineId: MachineId | null;
  /** Values of machines.group_hash; more than one while a rollout holds some of the machines. */
  readonly hashes: readonly string[];
  readonly machines: number;
}

/**
 * Groups the machines with a profile, all or some, by everything that decides about their definition. Counts them in an
 * index (machines_grouped) and reads one machine of each group for the group's fields.
 */
export async function groupsOf(tx: Tx, organizationId: OrganizationId, among?: readonly MachineId[]): Promise<Group[]> {
  const some = (id: string) => (among ? sql`and ${sql.ref(id)} = any (${[...among]}::text[])` : sql``);
  const { rows: shared } = await sql<Group>`
    with counted as materialized (
      select group_hash, count(*)::int as machines, min(machine_id) as one from machines
        where organization_id = ${organizationId} ${some('machine_id')} group by group_hash
    )
    select p.profile_id as "profileId", coalesce(m.held_revision, p.revision) as revision, m.tags,
        m.released_layers as released, null as "machineId", array[c.group_hash::text] as hashes, c.machines
      from counted c
      cross join lateral (
        select profile_id, held_revision, tags, released_layers from machines
          where organization_id = ${organizationId} and machine_id = c.one offset 0
      ) m
      join profiles p on p.organization_id = ${organizationId} and p.profile_id = m.profile_id`.execute(tx);
  const { rows: own } = await sql<Group>`
    select p.profile_id as "profileId", coalesce(m.held_revision, p.revision) as revision, m.tags,
        m.released_layers as released, m.machine_id as "machineId", '{}'::text[] as hashes, 1 as machines
      from layers l
      join machines m on m.organization_id = l.organization_id and m.machine_id = l.machine_id
      join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
      where l.organization_id = ${organizationId} and l.scope = 'machine' ${some('l.machine_id')}`.execute(tx);
  const apart = new Map<string, number>();
  for (const each of own) apart.set(sharedName(each), (apart.get(sharedName(each)) ?? 0) + 1);
  const others = mergedByRevision(shared).map((group) => ({
    ...group,
    machines: group.machines - (apart.get(sharedName(group)) ?? 0),
  }));
  return [...others.filter(({ machines }) => machines > 0), ...own];
}

/** Merges machines that a rollout holds at the newest revision with machines that are not held. */
function mergedByRevision(groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const { machines = 0, hashes = [] } = merged.get(sharedName(group)) ?? {};
    const both = { hashes: [...group.hashes, ...hashes], machines: group.machines + machines };
    merged.set(sharedName(group), { ...group, ...both });
  }
  return [...merged.values()];
}

function sharedName({ profileId, revision, tags, released }: Group): string {
  return JSON.stringify([profileId, revision, tags, released]);
}

/** A layer as saved, or as it would be saved. */
export interface PlacedLayer extends AppliedLayer {
  readonly name: string;
  readonly tag: string | null;
  readonly machineId: MachineId | null;
  readonly position: number;
  /** Null for a draft. */
  readonly revision: number | null;
  /** During a rollout: the layer for machines that the rollout has not reached. */
  readonly held: Pick<PlacedLayer, 'revision' | 'content'> | undefined;
}

/** All layers of an organization with their contents, lowest first. */
export async function loadPlaced(tx: Tx, sealer: Sealer, organizationId: OrganizationId): Promise<PlacedLayer[]> {
  const rows = await listAllLayers(tx, organizationId);
  const references = rows.flatMap(({ layer_id, revision, held_revision: held }) =>
    [revision, held].flatMap((each) => (each === null ? [] : `${layer_id}:${each}`)),
  );
  const loaded = await loadLayers(tx, sealer, organizationId, references);
  const contents = new Map(loaded.map(({ row, content }) => [`${row.layer_id}:${row.revision}`, content]));
  return rows.flatMap((row) => {
    const content = contents.get(`${row.layer_id}:${row.revision}`);
    const before = contents.get(`${row.layer_id}:${row.held_revision}`);
    const held = before && { revision: row.held_revision, content: before };
    return content ? [{ ...placed(row, content), held }] : [];
  });
}

/** A layer with the same content for all its machines. */
export function placed(row: LayerRow, content: AppliedLayer['content']): PlacedLayer {
  const { layer_id: id, name, scope, tag, machine_id: machineId, position, revision } = row;
  return { id, name, scope, tag, machineId, position, revision, content, held: undefined };
}

/** The layers that apply to a group, lowest first. */
export function layersFor(group: Group, layers: readonly PlacedLayer[]): PlacedLayer[] {
  return layers
    .filter(({ scope, tag, machineId }) => {
      if (scope === 'machine') return machineId === group.machineId;
      return scope === 'organization' || (tag !== null && group.tags.includes(tag));
    })
    .map((layer) => (layer.held && !group.released.includes(layer.id) ? { ...layer, ...layer.held } : layer))
    .toSorted((a, b) => a.position - b.position);
}

/** The layers as they will be after all active rollouts. */
export function rolledOut(layers: readonly PlacedLayer[]): PlacedLayer[] {
  return layers.map((layer) => ({ ...layer, held: undefined }));
}

export interface MadeGroup extends Group {
  readonly layers: readonly PlacedLayer[];
  readonly made: MadeDefinition;
}

/** Layers that are left out of saved combinations. Cached, because it takes merging a definition and never changes. */
const knownLeftOut = new Map<string, ReadonlySet<LayerId>>();
const LEFT_OUT_KNOWN_MAX = 20_000;

/** The definitions of all machines; each combination of profile and layers is merged once. */
export class Definitions {
  readonly #made = new Map<string, MadeDefinition>();
  readonly #call: { readonly tx: Tx; readonly sealer: Sealer; readonly organizationId: OrganizationId };
  readonly #profiles = new Map<string, ProfileDefinition>();
  #groups: readonly Group[] | undefined;

  constructor(tx: Tx, sealer: Sealer, organizationId: OrganizationId) {
    this.#call = { tx, sealer, organizationId };
  }

  /** Merges with these layers; `concerned` selects groups. */
  async make(
    layers: readonly PlacedLayer[],
    concerned: (group: Group) => boolean = () => true,
  ): Promise<readonly MadeGroup[]> {
    const made: MadeGroup[] = [];
    for (const group of (await this.groups()).filter(concerned)) {
      const each = await this.makeOne(group, layersFor(group, layers));
      if (each) made.push(each);
    }
    return made;
  }

  async groups(): Promise<readonly Group[]> {
    this.#groups ??= await groupsOf(this.#call.tx, this.#call.organizationId);
    return this.#groups;
  }

  /** The definition of one group with these layers; the same object for the same profile and layers. */
  async makeOne(group: Group, applied: readonly PlacedLayer[]): Promise<MadeGroup | undefined> {
    // By content object: a draft of a layer differs from the saved one.
    const name = [group.profileId, group.revision, ...applied.map((layer) => this.#numberOf(layer))].join();
    const profile = await this.profileOf(group);
    if (!profile) return undefined;
    let made = this.#made.get(name);
    if (!made) {
      // Let calls of other organizations run in between: a large organization has thousands of combinations.
      await setImmediate();
      made = makeDefinition(profile, applied);
      this.#made.set(name, made);
    }
    return { ...group, layers: applied, made };
  }

  readonly #contents: unknown[] = [];

  #numberOf({ content }: PlacedLayer): number {
    const known = this.#contents.indexOf(content);
    return known === -1 ? this.#contents.push(content) - 1 : known;
  }

  /** Which of these layers are left out for a group. */
  async leftOutOf(group: Group, applied: readonly PlacedLayer[]): Promise<ReadonlySet<LayerId>> {
    const { organizationId } = this.#call;
    const references = applied.map(({ id, revision }) => `${id}:${revision}`);
    const name = [organizationId, group.profileId, group.revision, ...references].join();
    const known = knownLeftOut.get(name);
    if (known) return known;
    const leftOut = new Set((await this.makeOne(group, applied))?.made.leftOut.keys());
    if (knownLeftOut.size >= LEFT_OUT_KNOWN_MAX) knownLeftOut.clear();
    if (applied.every(({ revision }) => revision !== null)) knownLeftOut.set(name, leftOut);
    return leftOut;
  }

  /** The definition of a group's profile, secrets in clear. */
  async profileOf({ profileId, revision }: Group): Promise<ProfileDefinition | undefined> {
    const { tx, sealer, organizationId } = this.#call;
    const name = `${profileId}:${revision}`;
    const known = this.#profiles.get(name);
    if (known) return known;
    const found = await findRevision(tx, { organizationId, profileId }, revision);
    if (!found) return undefined;
    const definition = withDefaults(openDefinition(sealer, organizationId, found.definition));
    this.#profiles.set(name, definition);
    return definition;
  }
}

/**
 * Throws 'invalid-profile' if a layer would break rules on a machine where it did not break them before. Each fault
 * names the layer that breaks the rule, and a profile with which it does.
 */
export function requireUnbroken(before: readonly MadeGroup[], after: readonly MadeGroup[]): void {
  const known = new Set(before.flatMap((group) => [...group.made.leftOut.keys()].map((id) => nameOf(group, id))));
  const faults = after.flatMap((group) =>
    [...group.made.leftOut].flatMap(([id, found]) => {
      const name = group.layers.find((layer) => layer.id === id)?.name;
      if (known.has(nameOf(group, id))) return [];
      return found.map(
        (fault): Fault => ({
          ...fault,
          path: `/definition${fault.path}`,
          params: { ...fault.params, layer: id, layerName: name, profileId: group.profileId },
        }),
      );
    }),
  );
  const unique = new Map(faults.map((fault) => [JSON.stringify([fault.path, fault.rule, fault.params?.layer]), fault]));
  if (unique.size > 0) {
    throw new ApiError('invalid-profile', 'Together with other layers, the result would not be valid.', [
      ...unique.values(),
    ]);
  }
}

function nameOf({ profileId, tags, released, machineId }: Group, id: LayerId): string {
  return JSON.stringify([profileId, tags, released, machineId, id]);
}
