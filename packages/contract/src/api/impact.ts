import Type from 'typebox';
import { LayerIdSchema, MachineIdSchema, ProfileIdSchema } from '../ids.ts';
import { LAYERS_MAX, PROFILE_BYTES_MAX } from '../limits.ts';
import { INTERRUPTIONS } from '../profile/openable.ts';
import { SESSION_TYPES } from '../profile/sessions.ts';
import { TAGS_MAX } from '../rules/names.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { BATCH_MACHINES_MAX } from './command-batches.ts';
import { endpoint } from './declare.ts';
import { SCOPES } from './layers.ts';
import { Tag } from './machine-actions.ts';
import { AnyObject, closed, nullable } from './parts.ts';
import { ProfileDifference } from './profiles.ts';

/** Number of machines listed by name; the others are counted. */
export const IMPACT_MACHINES_SHOWN = 20;

/** The effects of saving a draft. */
export const ProfileImpact = closed({
  /** The profile's newest revision, which the draft is compared with. */
  revision: Type.Integer({ minimum: 1 }),
  /** By path, in {name, definition}; a changed secret is listed with masked values. */
  changes: Type.Array(ProfileDifference),
  /** The machines that would get the new revision. */
  machines: closed({
    total: Type.Integer({ minimum: 0 }),
    online: Type.Integer({ minimum: 0 }),
    /** By name, at most IMPACT_MACHINES_SHOWN. */
    first: Type.Array(closed({ id: MachineIdSchema, name: Type.String(), online: Type.Boolean() })),
  }),
  interrupted: closed({
    /** Sessions that close on machines where they are open; all others stay open. */
    sessions: Type.Array(
      closed({
        session_type: Type.Enum([...SESSION_TYPES]),
        /** Its current index in the list. */
        session_index: Type.Integer({ minimum: 0 }),
        app_instance: nullable(Type.String()),
        title: Type.String(),
        why: Type.Enum([...INTERRUPTIONS]),
      }),
    ),
    /** Whether machines reapply their network settings, which may briefly interrupt connections. */
    network: Type.Boolean(),
  }),
});
export type ProfileImpact = Type.Static<typeof ProfileImpact>;

export const previewProfile = endpoint('POST /profiles/{id}/preview', {
  id: 'profiles.preview',
  summary: 'Preview a draft: fields changed, machines affected, and sessions interrupted. Saves nothing',
  changes: false,
  // Not for readers: trying drafts reveals whether a guessed secret is right.
  permission: 'profile.write',
  rate: 'read',
  bodyLimit: PROFILE_BYTES_MAX,
  body: closed({
    name: Type.Optional(Type.String(DISPLAY_NAME)),
    /** The whole draft; a mask keeps the profile's own secret. */
    definition: AnyObject,
  }),
  reply: ProfileImpact,
  errors: ['invalid-profile'],
});

const Count = Type.Integer({ minimum: 0 });
const Tags = Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true });
const Paths = Type.Array(Type.String({ minLength: 1, maxLength: 1_024 }), { maxItems: 200 });

/** Maximum number of changed values and of values that are listed; the others are counted. */
export const LAYER_IMPACT_SHOWN = 200;

/** What saving, ordering or deleting layers, or other tags, would do. */
export const LayerImpact = closed({
  /** By path, at the machines whose value changes. Masked if secret. */
  changes: Type.Array(
    closed({
      path: Type.String(),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
      machines: Count,
    }),
  ),
  /** Machines that would get another definition. */
  machines: ProfileImpact.properties.machines,
  interrupted: closed({
    /** Sessions that close where they are open, by title. */
    sessions: Type.Array(closed({ title: Type.String(), machines: Count })),
    /** Machines that reapply their network settings. */
    network: Count,
  }),
  /** Layers that would be left out because they break a rule of the result, and where. */
  leftOut: Type.Array(closed({ layer: Type.String(), profileId: ProfileIdSchema, machines: Count })),
});
export type LayerImpact = Type.Static<typeof LayerImpact>;

export const previewLayers = endpoint('POST /organization/{orgId}/layer-preview', {
  id: 'layers.preview',
  summary: 'Preview a change of layers or tags: values changed, machines affected, sessions interrupted. Saves nothing',
  changes: false,
  // Not for readers: trying drafts reveals whether a guessed secret is right.
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  body: closed({
    /** A new layer, or the next content of one; masks keep its secrets. */
    layer: Type.Optional(
      closed({
        id: Type.Optional(LayerIdSchema),
        scope: Type.Enum([...SCOPES]),
        tag: Type.Optional(Tag),
        machineId: Type.Optional(MachineIdSchema),
        definition: AnyObject,
        off: Paths,
        locks: Paths,
      }),
    ),
    remove: Type.Optional(LayerIdSchema),
    /** The shared layers of one scope in another order, from below. */
    order: Type.Optional(Type.Array(LayerIdSchema, { maxItems: LAYERS_MAX.shared })),
    /** Other tags: of machines by ID or those that a list's filter matches, all of theirs or some more and fewer. */
    tags: Type.Optional(
      closed({
        machines: Type.Optional(Type.Array(MachineIdSchema, { minItems: 1, maxItems: BATCH_MACHINES_MAX })),
        filter: Type.Optional(Type.String({ maxLength: 4_096 })),
        /** Instead of their own. */
        tags: Type.Optional(Tags),
        addTags: Type.Optional(Tags),
        removeTags: Type.Optional(Tags),
      }),
    ),
  }),
  reply: LayerImpact,
  errors: ['invalid-profile', 'invalid-filter'],
});

export const listDefinitionValues = endpoint('GET /organization/{orgId}/definition-values', {
  id: 'layers.listValues',
  summary:
    'List the values that machines have at a field of their definition, with the source of each, most machines first',
  permission: 'profile.read',
  query: closed({ path: Type.String({ minLength: 1, maxLength: 1_024 }) }),
  reply: Type.Array(
    closed({
      /** Omitted where there is none. Secrets in it are masked. */
      value: Type.Optional(Type.Unknown()),
      source: Type.String(),
      /** The layer's or profile's name; empty for the product's default. */
      sourceName: Type.String(),
      machines: Count,
      first: Type.Array(closed({ id: MachineIdSchema, name: Type.String() })),
    }),
  ),
});

/** What layers say about a field of a profile. */
export const ProfileField = closed({
  /** Entries of lists are named by their keys. */
  path: Type.String(),
  /** From below, without the profile. */
  layers: Type.Array(
    closed({
      id: LayerIdSchema,
      name: Type.String(),
      scope: Type.Enum([...SCOPES]),
      tag: nullable(Type.String()),
      /** As in a machine's definition; null if it only locks the field. */
      kind: nullable(Type.Enum(['value', 'entry', 'off', 'list'])),
      /** Masked if it is secret. */
      value: Type.Optional(Type.Unknown()),
      locks: Type.Boolean(),
      /** Machines with the profile where it decides. */
      machines: Count,
    }),
  ),
});
export type ProfileField = Type.Static<typeof ProfileField>;

export const listProfileSources = endpoint('GET /profiles/{id}/sources', {
  id: 'layers.listProfileSources',
  summary:
    'List the fields of a profile that layers set, switch off or lock on its machines, and how many each concerns',
  permission: 'profile.read',
  reply: closed({
    /** Machines with the profile. */
    machines: Count,
    fields: Type.Array(ProfileField),
  }),
});
