import Type from 'typebox';
import { type ErrorCode, FaultSchema } from '../errors.ts';
import { LayerIdSchema, MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { LAYERS_LISTED_MAX } from '../layers/layer-pages.ts';
import { LAYERS_MAX, PROFILE_BYTES_MAX } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { Tag } from './machine-actions.ts';
import { AnyObject, closed, Instant, nullable, Skip } from './parts.ts';
import { ProfileDifference } from './profiles.ts';

/** Where a layer of people's applies: below all profiles, or above them for a tag's machines or one machine. */
export const SCOPES = ['organization', 'tag', 'machine'] as const;

const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Count = Type.Integer({ minimum: 0 });
/** A JSON pointer whose entries of lists are named by their keys: /thinhoc/sessions/webapp/mail/url. */
const Path = Type.String({ minLength: 1, maxLength: 1_024 });

/** What is saved of a layer. */
export const layerFields = {
  name: Type.String(DISPLAY_NAME),
  /** A part of a profile's definition; masks keep stored secrets. The handler lists every fault by its path. */
  definition: AnyObject,
  /** Entries of lists that the layer switches off. */
  off: Type.Array(Path, { maxItems: 200 }),
  /** What no layer above it changes; not for the layer of one machine, which has none above. */
  locks: Type.Array(Path, { maxItems: 200 }),
};
const place = {
  scope: Type.Enum([...SCOPES]),
  tag: nullable(Tag),
  machineId: nullable(MachineIdSchema),
};

const summary = {
  id: LayerIdSchema,
  name: Type.String(),
  organizationId: OrganizationIdSchema,
  ...place,
  machineName: nullable(Type.String()),
  /** Among the layers of its scope, from below. */
  position: Type.Integer(),
  /** Increases by one with every change; the ETag is the revision in quotes. */
  revision: Revision,
  /** While a rollout is in progress: the revision of machines that it has not reached. */
  heldRevision: nullable(Revision),
  /** Number of values that it sets or switches off. */
  settings: Count,
  lockCount: Count,
  createdAt: Instant,
  updatedAt: Instant,
  updatedBy: Type.String(),
};
export const LayerSummary = closed(summary);
export type LayerSummary = Type.Static<typeof LayerSummary>;

/** A layer; secrets are masked. */
export const Layer = closed({
  ...summary,
  definition: AnyObject,
  off: layerFields.off,
  locks: layerFields.locks,
});
export type Layer = Type.Static<typeof Layer>;

/** Of saving a layer's next revision. */
export const LAYER_SAVE_ERRORS = [
  'name-taken',
  'invalid-profile',
  'revision-conflict',
  'rollout-in-progress',
  'shell-not-allowed',
  'layers-too-large',
] as const satisfies readonly ErrorCode[];

const Note = Type.Optional(Type.String({ maxLength: 500 }));

export const createLayer = endpoint('POST /organization/{orgId}/layers', {
  id: 'layers.create',
  summary: 'Create a layer: settings for all profiles, for the machines with a tag, or for one machine',
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  query: closed({ note: Note }),
  body: closed({
    ...layerFields,
    scope: place.scope,
    tag: Type.Optional(Tag),
    machineId: Type.Optional(MachineIdSchema),
  }),
  reply: Layer,
  status: 201,
  errors: [
    'name-taken',
    'machine-has-layer',
    'invalid-profile',
    'shell-not-allowed',
    'too-many-layers',
    'layers-too-large',
  ],
});

export const listLayers = endpoint('GET /organization/{orgId}/layers', {
  id: 'layers.list',
  summary: `List the layers of an organization from below; of single machines' layers at most ${LAYERS_LISTED_MAX} after those skipped`,
  permission: 'profile.read',
  query: closed({
    /** Skips layers of single machines; from 1, leaves out all others. */
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(LayerSummary),
});

export const readLayer = endpoint('GET /organization/{orgId}/layers/{layerId}', {
  id: 'layers.read',
  summary: 'Read a layer with its definition, secrets masked',
  permission: 'profile.read',
  params: { layerId: LayerIdSchema },
  reply: Layer,
});

export const changeLayer = endpoint('PUT /organization/{orgId}/layers/{layerId}', {
  id: 'layers.change',
  summary: 'Replace name and content of a layer (If-Match: the current revision)',
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  params: { layerId: LayerIdSchema },
  query: closed({ note: Note }),
  body: closed(layerFields),
  reply: Layer,
  errors: [...LAYER_SAVE_ERRORS],
});

export const deleteLayer = endpoint('DELETE /organization/{orgId}/layers/{layerId}', {
  id: 'layers.delete',
  summary: 'Delete a layer; its machines return to what it hid',
  permission: 'profile.write',
  params: { layerId: LayerIdSchema },
  errors: ['invalid-profile', 'revision-conflict', 'rollout-in-progress'],
});

export const orderLayers = endpoint('PUT /organization/{orgId}/layer-order', {
  id: 'layers.order',
  summary: 'Order the layers of the organization, or those of tags, from below: a later one hides an earlier one',
  permission: 'profile.write',
  body: closed({
    scope: Type.Enum(['organization', 'tag']),
    /** All layers of the scope, each once. */
    layers: Type.Array(LayerIdSchema, { maxItems: LAYERS_MAX.shared, uniqueItems: true }),
  }),
  reply: Type.Array(LayerSummary),
  errors: ['invalid-profile', 'revision-conflict'],
});

export const LayerRevision = closed({
  revision: Revision,
  author: Type.String(),
  createdAt: Instant,
  note: nullable(Type.String()),
});

export const listLayerRevisions = endpoint('GET /organization/{orgId}/layers/{layerId}/revisions', {
  id: 'layers.listRevisions',
  summary: 'List the revisions of a layer, newest first',
  permission: 'profile.read',
  params: { layerId: LayerIdSchema },
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })), before: Type.Optional(Revision) }),
  reply: Type.Array(LayerRevision),
});

export const compareLayerRevisions = endpoint('GET /organization/{orgId}/layers/{layerId}/compare', {
  id: 'layers.compare',
  summary: 'Compare two revisions of a layer, by path',
  permission: 'profile.read',
  params: { layerId: LayerIdSchema },
  query: closed({ from: Revision, to: Revision }),
  reply: Type.Array(ProfileDifference),
});

export const restoreLayer = endpoint('POST /organization/{orgId}/layers/{layerId}/revisions/{revision}/restore', {
  id: 'layers.restore',
  summary: 'Restore an earlier revision of a layer as the newest (If-Match: the current revision)',
  permission: 'profile.write',
  params: { layerId: LayerIdSchema, revision: Revision },
  reply: Layer,
  errors: [...LAYER_SAVE_ERRORS],
});

/** `default`: the product's. */
const SourceId = Type.Union([LayerIdSchema, Type.Literal('profile'), Type.Literal('default')]);

/** Longest value that is shown with where it comes from: longer texts are cut, longer lists and sections omitted. */
export const VALUE_SHOWN_MAX = 4_096;

/** What one layer says at a path, and who saved it. */
const Link = closed({
  source: SourceId,
  /** A value; an entry of a list, or that it is switched off; or that a list is set. */
  kind: Type.Enum(['value', 'entry', 'off', 'list']),
  value: Type.Optional(Type.Unknown()),
  /** The layer below that locks the path: this value has no effect. */
  lockedBy: nullable(SourceId),
});

/** Where the value at a path comes from. */
export const Why = closed({
  path: Path,
  /** Where it is in the definition, whose lists count their entries; null if it is not there. */
  pointer: nullable(Type.String()),
  /** Omitted if the path has no value. Masked if it is secret. */
  value: Type.Optional(Type.Unknown()),
  source: SourceId,
  lockedBy: nullable(SourceId),
  /** All that was said, from below: what has no effect is hidden by a layer above, or locked by one below. */
  chain: Type.Array(Link),
});
export type Why = Type.Static<typeof Why>;

/** A layer of a machine's definition. */
const Source = closed({
  id: SourceId,
  name: Type.String(),
  scope: Type.Enum([...SCOPES, 'profile']),
  tag: nullable(Type.String()),
  revision: Revision,
  author: Type.String(),
  changedAt: Instant,
  note: nullable(Type.String()),
  /** Why the layer is left out at this machine: with it, the definition would break these rules. */
  faults: Type.Array(FaultSchema),
});
export type DefinitionSource = Type.Static<typeof Source>;

export const MachineDefinition = closed({
  profileId: ProfileIdSchema,
  /** Whatever the machine gets; secrets are masked. */
  definition: AnyObject,
  /** From below. */
  sources: Type.Array(Source),
  /** With `why`: every path that a layer or the profile sets, or the one asked for and those inside of it. */
  why: Type.Optional(Type.Array(Why)),
});
export type MachineDefinition = Type.Static<typeof MachineDefinition>;

export const readMachineDefinition = endpoint('GET /machines/{id}/definition', {
  id: 'layers.readMachineDefinition',
  summary: "Read what a machine's profile and layers make, secrets masked; `why` tells where each value comes from",
  permission: 'profile.read',
  query: closed({
    why: Type.Optional(Type.Boolean()),
    /** A field, as a path or by its name: sessions.webapp.mail.url */
    path: Type.Optional(Path),
  }),
  reply: MachineDefinition,
});
