import Type from 'typebox';
import { LayerIdSchema, MachineIdSchema, OrganizationIdSchema, ProfileIdSchema, RolloutIdSchema } from '../ids.ts';
import { PROFILE_BYTES_MAX } from '../limits.ts';
import { GROUP_STATES, ROLLOUT_MACHINE_STATES, ROLLOUT_REASONS, ROLLOUT_STATES } from '../rules/rollouts.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { LAYER_SAVE_ERRORS, layerFields } from './layers.ts';
import { AnyObject, closed, Instant, nullable, Skip } from './parts.ts';

const Count = Type.Integer({ minimum: 0 });
const Percent = Type.Integer({ minimum: 1, maximum: 100 });
const Tag = Type.String({ minLength: 1, maxLength: 32 });

/** Machines of a group by state; while in progress, without those that were assigned another profile. */
const Counts = closed(
  Object.fromEntries(ROLLOUT_MACHINE_STATES.map((state) => [state, Count])) as Record<
    (typeof ROLLOUT_MACHINE_STATES)[number],
    typeof Count
  >,
);

/**
 * A rollout of a new revision of a profile or a layer to its machines, group by group. Machines of groups that have not
 * started, and machines that come to the profile or layer meanwhile, keep the previous revision; after the last group all
 * have the new one. Too many errors in a group roll every machine back: the previous revision becomes the newest again.
 */
export const Rollout = closed({
  id: RolloutIdSchema,
  organizationId: OrganizationIdSchema,
  /** Null if a layer is rolled out. */
  profileId: nullable(ProfileIdSchema),
  /** Null if a profile is rolled out. */
  layerId: nullable(LayerIdSchema),
  fromRevision: Type.Integer({ minimum: 1 }),
  toRevision: Type.Integer({ minimum: 1 }),
  state: Type.Enum([...ROLLOUT_STATES]),
  /** Why it was rolled back; null if it was not. */
  reason: nullable(Type.Enum([...ROLLOUT_REASONS])),
  /** Percentage of a group's machines that must succeed before the next group starts. */
  successThreshold: Percent,
  /** Percentage of a group's machines with errors, or silent ones, that triggers the rollback. */
  errorThreshold: Percent,
  /** Time after which a machine that was told and is unreachable counts as an error. */
  silentAfterSeconds: Count,
  /** A machine succeeds if it has the revision and is still connected after this time. */
  soakSeconds: Count,
  author: Type.String(),
  note: nullable(Type.String()),
  createdAt: Instant,
  finishedAt: nullable(Instant),
  groups: Type.Array(
    closed({
      position: Type.Integer({ minimum: 0 }),
      name: Type.String(),
      percent: nullable(Percent),
      tag: nullable(Type.String()),
      state: Type.Enum([...GROUP_STATES]),
      startedAt: nullable(Instant),
      finishedAt: nullable(Instant),
      machines: Counts,
    }),
  ),
});
export type Rollout = Type.Static<typeof Rollout>;

const settings = {
  note: Type.Optional(Type.String({ maxLength: 500 })),
  /**
   * In starting order. `tag` selects the machines with it; `percent` a random share of all machines, or of those with the
   * tag. A machine belongs to the first matching group; the remaining machines form a last group without tag and percent.
   */
  groups: Type.Array(
    closed({
      name: Type.Optional(Type.String(DISPLAY_NAME)),
      percent: Type.Optional(Percent),
      tag: Type.Optional(Tag),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  successThreshold: Type.Optional(Percent),
  errorThreshold: Type.Optional(Percent),
  silentAfterSeconds: Type.Optional(Type.Integer({ minimum: 30, maximum: 86_400 })),
  soakSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
};

export const startRollout = endpoint('POST /profiles/{id}/rollouts', {
  id: 'rollouts.start',
  summary:
    'Save a draft as the next revision of a profile and roll it out group by group (If-Match: the current revision). A profile has one rollout at a time and cannot be changed meanwhile',
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  body: closed({
    name: Type.Optional(Type.String(DISPLAY_NAME)),
    /** The whole draft; a mask keeps the profile's own secret. */
    definition: AnyObject,
    ...settings,
  }),
  reply: Rollout,
  status: 201,
  errors: [
    'name-taken',
    'invalid-profile',
    'revision-conflict',
    'nothing-changed',
    'rollout-in-progress',
    'shell-not-allowed',
  ],
});

export const startLayerRollout = endpoint('POST /organization/{orgId}/layers/{layerId}/rollouts', {
  id: 'rollouts.startLayer',
  summary:
    'Save a draft as the next revision of a layer and roll it out group by group (If-Match: the current revision). A layer has one rollout at a time and cannot be changed meanwhile; the layer of one machine has none',
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  params: { layerId: LayerIdSchema },
  body: closed({ ...layerFields, ...settings }),
  reply: Rollout,
  status: 201,
  errors: [...LAYER_SAVE_ERRORS, 'nothing-changed'],
});

export const listRollouts = endpoint('GET /organization/{orgId}/rollouts', {
  id: 'rollouts.list',
  summary:
    'List the rollouts of an organization, of one profile or of one layer: those in progress, then the newest first',
  permission: 'profile.read',
  query: closed({
    profileId: Type.Optional(ProfileIdSchema),
    layerId: Type.Optional(LayerIdSchema),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(Rollout),
});

export const readRollout = endpoint('GET /organization/{orgId}/rollouts/{rolloutId}', {
  id: 'rollouts.read',
  summary: 'Read the progress of a rollout; replies 304 to If-None-Match while nothing changed',
  permission: 'profile.read',
  rate: 'poll',
  params: { rolloutId: RolloutIdSchema },
  reply: Rollout,
});

export const listRolloutMachines = endpoint('GET /organization/{orgId}/rollouts/{rolloutId}/machines', {
  id: 'rollouts.listMachines',
  summary: 'List the machines of a rollout with their outcome, by group and name',
  permission: 'profile.read',
  params: { rolloutId: RolloutIdSchema },
  query: closed({
    group: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    state: Type.Optional(Type.Enum([...ROLLOUT_MACHINE_STATES])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(
    closed({
      id: MachineIdSchema,
      name: Type.String(),
      group: Type.Integer({ minimum: 0 }),
      state: Type.Enum([...ROLLOUT_MACHINE_STATES]),
      /** The message of a failed machine. */
      error: nullable(Type.String()),
    }),
  ),
});

export const pauseRollout = endpoint('POST /organization/{orgId}/rollouts/{rolloutId}/pause', {
  id: 'rollouts.pause',
  summary: 'Pause a rollout: start no group and roll nothing back until it resumes',
  permission: 'profile.write',
  params: { rolloutId: RolloutIdSchema },
  reply: Rollout,
  errors: ['wrong-rollout-state'],
});

export const resumeRollout = endpoint('POST /organization/{orgId}/rollouts/{rolloutId}/resume', {
  id: 'rollouts.resume',
  summary: 'Resume a paused rollout',
  permission: 'profile.write',
  params: { rolloutId: RolloutIdSchema },
  reply: Rollout,
  errors: ['wrong-rollout-state'],
});

export const advanceRollout = endpoint('POST /organization/{orgId}/rollouts/{rolloutId}/advance', {
  id: 'rollouts.advance',
  summary: 'Start the next group now, whatever the thresholds say; after the last group the rollout ends',
  permission: 'profile.write',
  params: { rolloutId: RolloutIdSchema },
  query: closed({
    /** The position of the running group as the caller saw it: refused if the next one has started since. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  }),
  reply: Rollout,
  errors: ['wrong-rollout-state'],
});

export const cancelRollout = endpoint('POST /organization/{orgId}/rollouts/{rolloutId}/cancel', {
  id: 'rollouts.cancel',
  summary: 'Roll back: end a rollout and restore the previous revision on every machine as the newest',
  permission: 'profile.write',
  params: { rolloutId: RolloutIdSchema },
  reply: Rollout,
  errors: ['wrong-rollout-state'],
});
