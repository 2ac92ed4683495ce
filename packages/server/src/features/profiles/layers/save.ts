import { isDeepStrictEqual } from 'node:util';
import type { LayerId, MachineId, OrganizationId } from '@berth/contract/ids';
import type { LayerContent } from '@berth/contract/layers/settings';
import { LAYERS_MAX, PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { shellCommandsOf } from '@berth/contract/profile/button-actions';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { cleanName } from '@berth/contract/rules/text';
import type { Tx } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/transaction.ts';
import { LAYERS_CHANGED, MACHINE_CHANGED } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { AuditNote } from '../../../http/audit.ts';
import type { Call } from '../../../http/route.ts';
import { differences, type Shown } from '../definition/compare.ts';
import type { ProfileDeps } from '../deps.ts';
import { noSuchRevision } from '../errors.ts';
import type { Authorship } from '../store.ts';
import { checkContent, extentOf, maskContent, openContent, type SealedContent, sealContent } from './content.ts';
import { Definitions, type Group, loadPlaced, type PlacedLayer, placed, requireUnbroken, rolledOut } from './groups.ts';
import {
  addLayerRevision,
  advanceLayer,
  type Extent,
  findLayer,
  findLayerRevision,
  insertLayer,
  type LayerKey,
  type LayerRow,
  lockLayers,
  sizeOfOthers,
} from './store.ts';

export interface LayerDeps extends Pick<ProfileDeps, 'bus' | 'sealer' | 'requireShell' | 'presence'> {
  /** Finds machines by ID or by a list's filter. */
  readonly selectMachines: (
    tx: Tx,
    organizationId: OrganizationId,
    selector: { readonly machineIds: readonly MachineId[] } | { readonly filter: string },
    limit: number,
  ) => Promise<readonly { readonly machineId: MachineId }[]>;
}

/** Who saves a layer, and where. */
export type LayerAuthor = Parameters<ProfileDeps['requireShell']>[0];

/** The parts of a call that a layer change needs. */
export type LayerCall = Pick<Call<never>, 'afterCommit' | 'audit' | 'setEtag'> & LayerAuthor;

export interface SavedBefore {
  readonly row: LayerRow;
  readonly content: SealedContent;
}

export interface NextLayer extends LayerContent {
  readonly name: string;
  /** Only for a new layer. */
  readonly place?: Pick<LayerRow, 'scope' | 'tag' | 'machine_id'>;
}

export interface SavedLayer extends SavedBefore {
  readonly changed: boolean;
  readonly note: AuditNote;
}

/**
 * Saves a layer's next revision, or a new layer, unless nothing changed. Checks it by itself, and merged with every
 * profile and all layers that it meets on a machine. The organization's layers are locked.
 */
export async function saveLayer(
  { sealer, requireShell }: Pick<LayerDeps, 'sealer' | 'requireShell'>,
  call: LayerAuthor,
  key: LayerKey,
  before: SavedBefore | undefined,
  next: NextLayer,
  authorship: Authorship,
): Promise<SavedLayer> {
  const { tx, organizationId } = call;
  const clear = before && openContent(sealer, organizationId, before.content);
  const content = checkContent(clear, next);
  const name = cleanName(next.name);
  if (before && name === before.row.name && isDeepStrictEqual(content, clear)) {
    return { ...before, changed: false, note: noteOf(key, before, before) };
  }
  const known = clear && commandsOf(clear);
  if ([...commandsOf(content)].some((command) => !known?.has(command))) await requireShell(call);
  const sealed = sealContent(sealer, organizationId, content, before?.content);
  const extent = extentOf(content);
  await requireRoom(tx, key, before?.row.scope ?? placeOf(next).scope, extent, sealed);

  const layers = await loadPlaced(tx, sealer, organizationId);
  await orTaken(
    before
      ? advanceLayer(tx, key, { name, ...extent }, authorship.author)
      : insertLayer(tx, key, { name, ...placeOf(next), ...extent }, authorship.author),
  );
  const row = await findLayer(tx, key);
  if (!row) throw noSuchLayer();
  await addLayerRevision(tx, row, sealed, authorship);
  await checkTogether(
    call,
    sealer,
    layers,
    [...layers.filter(({ id }) => id !== row.layer_id), placed(row, content)],
    [row],
  );
  const after = { row, content: sealed };
  return { ...after, changed: true, note: noteOf(key, before, after) };
}

/** Limits the size of a layer and of all layers: machines get them merged, and each change checks all of them. */
async function requireRoom(
  tx: Tx,
  key: LayerKey,
  scope: LayerRow['scope'],
  { settings, locks }: Extent,
  sealed: SealedContent,
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(sealed));
  if (bytes > PROFILE_BYTES_MAX) {
    throw new ApiError('body-too-large', `The layer exceeds the limit of ${PROFILE_BYTES_MAX} bytes.`);
  }
  const others = await sizeOfOthers(tx, key);
  if (others.bytes + bytes > LAYERS_MAX.bytes) {
    throw new ApiError('layers-too-large', `All layers together exceed the limit of ${LAYERS_MAX.bytes} bytes.`);
  }
  if (scope !== 'machine' && others.settings + settings + locks > LAYERS_MAX.settings) {
    throw new ApiError(
      'layers-too-large',
      `The layers of the organization and of tags exceed the limit of ${LAYERS_MAX.settings} settings and locks.`,
    );
  }
}

/** Checks the definitions of all machines affected by a change of layers; `changed` are the layers that differ. */
export async function checkTogether(
  { tx, organizationId }: Pick<LayerAuthor, 'tx' | 'organizationId'>,
  sealer: LayerDeps['sealer'],
  before: readonly PlacedLayer[],
  after: readonly PlacedLayer[],
  changed: readonly Pick<LayerRow, 'scope' | 'tag' | 'machine_id'>[],
): Promise<void> {
  const definitions = new Definitions(tx, sealer, organizationId);
  const concerned = (group: Group) => changed.some((layer) => concerns(layer, group));
  requireUnbroken(await definitions.make(before, concerned), await definitions.make(after, concerned));
  if (after.every(({ held }) => held === undefined)) return;
  // A rollout delivers its layer to all machines later, when no one sees an error: check that state as well.
  const [earlier, later] = [rolledOut(before), rolledOut(after)];
  requireUnbroken(await definitions.make(earlier, concerned), await definitions.make(later, concerned));
}

function concerns(layer: Pick<LayerRow, 'scope' | 'tag' | 'machine_id'>, group: Group): boolean {
  if (layer.scope === 'machine') return layer.machine_id === group.machineId;
  return layer.scope === 'organization' || (layer.tag !== null && group.tags.includes(layer.tag));
}

/** Delivers a change to the machines concerned, after the commit. */
export function deliver(
  { bus }: Pick<LayerDeps, 'bus'>,
  { organizationId, afterCommit }: Pick<LayerCall, 'organizationId' | 'afterCommit'>,
  { scope, machine_id: machineId }: Pick<LayerRow, 'scope' | 'machine_id'>,
): void {
  afterCommit(() => {
    if (scope === 'machine' && machineId) bus.publish(MACHINE_CHANGED, { organizationId, machineId });
    else bus.publish(LAYERS_CHANGED, { organizationId });
  });
}

export function noSuchLayer(): ApiError {
  return new ApiError('not-found', 'Layer not found.');
}

/** Locks the organization's layers for a change of one. Throws if the caller has seen an earlier revision. */
export async function lockForChange(
  { tx, organizationId }: Pick<LayerAuthor, 'tx' | 'organizationId'>,
  layerId: LayerId,
  ifMatch: string | undefined,
): Promise<SavedBefore & { readonly key: LayerKey }> {
  const key = { organizationId, layerId };
  await lockLayers(tx, organizationId);
  const row = await findLayer(tx, key);
  if (!row) throw noSuchLayer();
  if (ifMatch !== undefined && ifMatch !== String(row.revision)) {
    throw new ApiError('revision-conflict', `Someone else changed the layer. It is now at revision ${row.revision}.`);
  }
  if (row.held_revision !== null) {
    throw new ApiError('rollout-in-progress', 'The layer is being rolled out. Wait for the end or roll it back.');
  }
  return { key, row, content: await contentAt(tx, key, row.revision) };
}

export async function contentAt(tx: Tx, key: LayerKey, revision: number): Promise<SealedContent> {
  const found = await findLayerRevision(tx, key, revision);
  if (!found) throw noSuchRevision(revision);
  return found.content;
}

function placeOf({ place }: NextLayer): Pick<LayerRow, 'scope' | 'tag' | 'machine_id'> {
  return place ?? { scope: 'organization', tag: null, machine_id: null };
}

function commandsOf({ definition }: LayerContent): Set<string> {
  return shellCommandsOf(applyDefaults(ProfileDefinition, definition));
}

/** A saved content for a comparison. An unchanged secret keeps its sealed form, so that it compares equal. */
export function shownContent(name: string, content: SealedContent): Shown {
  return { clear: { name, ...content }, masked: { name, ...maskContent(content) } };
}

async function orTaken(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'layers_name') throw new ApiError('name-taken', 'A layer with this name already exists.');
    if (constraint === 'layers_machine') throw new ApiError('machine-has-layer', 'This machine already has a layer.');
    throw error;
  }
}

function noteOf({ layerId }: LayerKey, before: SavedBefore | undefined, after: SavedBefore): AuditNote {
  const changes = differences(
    before ? shownContent(before.row.name, before.content) : { clear: {}, masked: {} },
    shownContent(after.row.name, after.content),
  );
  return {
    target: { kind: 'layer', id: layerId },
    ...(before && { before: { name: before.row.name, revision: before.row.revision } }),
    after: { name: after.row.name, revision: after.row.revision, changes },
  };
}
