import { createHash } from 'node:crypto';
import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { MachineKey, ProfileKey } from '../../../gateway/ports.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { withDefaults } from '../definition/check.ts';
import { openDefinition } from '../definition/secrets.ts';
import { type FullRevisionRow, findRevision } from '../store-revisions.ts';
import { openContent } from './content.ts';
import { type AppliedLayer, type MadeDefinition, makeDefinition } from './machine-definition.ts';
import { findRevisions, type LayerRevisionRow } from './store.ts';

/** A profile's revision with a machine's layers, in the format of `layers_of_machine`. */
export interface Combination extends ProfileKey {
  readonly revision: number;
  readonly layers: readonly string[];
}

/** A layer's revision, with its scope. */
export interface LoadedLayer extends AppliedLayer {
  readonly row: LayerRevisionRow;
}

export interface LoadedDefinition {
  readonly profile: FullRevisionRow;
  readonly layers: readonly LoadedLayer[];
  readonly made: MadeDefinition;
}

/** The definition of a combination, secrets in clear; undefined if a revision no longer exists. */
export async function loadDefinition(
  tx: Tx,
  sealer: Sealer,
  { organizationId, profileId, revision, layers: references }: Combination,
): Promise<LoadedDefinition | undefined> {
  const profile = await findRevision(tx, { organizationId, profileId }, revision);
  if (!profile) return undefined;
  const layers = await loadLayers(tx, sealer, organizationId, references);
  const definition = withDefaults(openDefinition(sealer, organizationId, profile.definition));
  return { profile, layers, made: makeDefinition(definition, layers) };
}

export async function loadLayers(
  tx: Tx,
  sealer: Sealer,
  organizationId: OrganizationId,
  references: readonly string[],
): Promise<LoadedLayer[]> {
  const rows = await findRevisions(tx, organizationId, references);
  return rows.map((row) => {
    const { layer_id: id, scope } = row;
    return { id, scope, row, content: openContent(sealer, organizationId, row.content) };
  });
}

/** The combination of a machine; undefined without a machine or a profile. */
export async function combinationOf(tx: Tx, key: MachineKey): Promise<Combination | undefined> {
  const { organizationId, machineId } = key;
  const { rows } = await sql<Omit<Combination, 'organizationId'>>`
    select p.profile_id as "profileId", coalesce(m.held_revision, p.revision) as revision,
        layers_of_machine(m.organization_id, m.machine_id, m.tags, m.released_layers) as layers
      from machines m
      join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
      where m.organization_id = ${organizationId} and m.machine_id = ${machineId}`.execute(tx);
  return rows[0] && { organizationId, ...rows[0] };
}

/** Distinguishes definitions of the same profile revision with different layers. */
export function digestOf(layers: readonly string[]): string | undefined {
  if (layers.length === 0) return undefined;
  return createHash('sha256').update(layers.join()).digest('hex').slice(0, 32);
}
