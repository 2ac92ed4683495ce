import Type from 'typebox';
import { OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, PROFILE_BYTES_MAX } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, FilterQuery, Instant, Nothing } from './parts.ts';

const ById = closed({ id: ProfileIdSchema });
/** As far as the database counts. */
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const ByRevision = closed({ id: ProfileIdSchema, revision: RevisionNumber });
const ByOrganization = closed({ orgId: OrganizationIdSchema });
const ofProfile = { kind: 'profile', param: 'id' } as const;
const Name = Type.String(DISPLAY_NAME);

/**
 * The definition is checked against contract/profile by the handler, which lists every fault by path; here it is
 * only an object, so that a fault in it answers 'invalid-profile' and not 'invalid-input'.
 */
const Definition = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

const summary = {
  id: ProfileIdSchema,
  name: Type.String(),
  organizationId: OrganizationIdSchema,
  deployment: Type.Enum([...DEPLOYMENTS]),
  /** Rises by one with every change; the ETag is the revision in quotes. */
  revision: Type.Integer({ minimum: 1 }),
  createdAt: Instant,
  updatedAt: Instant,
  updatedBy: Type.String(),
};
export const ProfileSummary = closed(summary);
export type ProfileSummary = Type.Static<typeof ProfileSummary>;

/** Secrets in the definition are masked (contract/profile/secrets). */
export const Profile = closed({ ...summary, definition: Definition });
export type Profile = Type.Static<typeof Profile>;

export const ProfileRevision = closed({
  revision: Type.Integer({ minimum: 1 }),
  author: Type.String(),
  createdAt: Instant,
  note: Type.Union([Type.String(), Type.Null()]),
});
export type ProfileRevision = Type.Static<typeof ProfileRevision>;

/** One difference between two revisions: where, what it was and what it is. */
export const ProfileDifference = closed({
  path: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type ProfileDifference = Type.Static<typeof ProfileDifference>;

export const createProfile = endpoint({
  id: 'profiles.create',
  method: 'POST',
  path: '/profiles',
  summary: 'Create a profile with the default definition. More than one needs Pro',
  params: Nothing,
  query: Nothing,
  body: closed({
    name: Name,
    organizationId: OrganizationIdSchema,
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    definition: Type.Optional(Definition),
  }),
  reply: closed({ id: ProfileIdSchema }),
  status: 201,
  errors: ['forbidden', 'not-found', 'name-taken', 'upgrade-required', 'invalid-profile', 'shell-not-allowed'],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: { kind: 'body', field: 'organizationId' },
  bodyLimit: PROFILE_BYTES_MAX,
});

export const listProfiles = endpoint({
  id: 'profiles.list',
  method: 'GET',
  path: '/profiles',
  summary: "The profiles of all the caller's organisations",
  params: Nothing,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(ProfileSummary),
  status: 200,
  errors: ['invalid-filter', 'not-found'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: { kind: 'user' },
});

export const listOrganizationProfiles = endpoint({
  id: 'profiles.listOfOrganization',
  method: 'GET',
  path: '/organization/{orgId}/profiles',
  summary: 'The profiles of one organisation, by name',
  params: ByOrganization,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(ProfileSummary),
  status: 200,
  errors: ['invalid-filter', 'not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: { kind: 'organization', param: 'orgId' },
});

export const readProfile = endpoint({
  id: 'profiles.read',
  method: 'GET',
  path: '/profiles/{id}',
  summary: 'One profile with its definition, secrets masked',
  params: ById,
  query: Nothing,
  body: Empty,
  reply: Profile,
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: ofProfile,
});

export const changeProfile = endpoint({
  id: 'profiles.change',
  method: 'PATCH',
  path: '/profiles/{id}',
  summary:
    'Change name or definition: JSON replaces the fields it names, merge-patch (RFC 7396) merges, json-patch (RFC 6902) edits {name, definition}. If-Match: "<revision>"',
  params: ById,
  query: closed({ note: Type.Optional(Type.String({ maxLength: 500 })) }),
  // Three media types share this body; the handler checks the result, so that every fault is listed by its path.
  body: Type.Unsafe<Record<string, unknown> | readonly Record<string, unknown>[]>(
    Type.Union([Type.Object({}, { additionalProperties: true }), Type.Array(Type.Object({}), { maxItems: 1_000 })]),
  ),
  reply: Profile,
  status: 200,
  errors: [
    'not-found',
    'forbidden',
    'name-taken',
    'invalid-patch',
    'invalid-profile',
    'revision-conflict',
    'rollout-in-progress',
    'shell-not-allowed',
  ],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: ofProfile,
  mediaTypes: ['application/merge-patch+json', 'application/json-patch+json'],
  bodyLimit: PROFILE_BYTES_MAX,
});

export const deleteProfile = endpoint({
  id: 'profiles.delete',
  method: 'DELETE',
  path: '/profiles/{id}',
  summary: 'Delete a profile that no machine uses',
  params: ById,
  query: Nothing,
  body: Empty,
  reply: Empty,
  status: 204,
  errors: ['not-found', 'forbidden', 'profile-in-use', 'revision-conflict'],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: ofProfile,
});

export const listRevisions = endpoint({
  id: 'profiles.listRevisions',
  method: 'GET',
  path: '/profiles/{id}/revisions',
  summary: 'Every revision of a profile, newest first',
  params: ById,
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    before: Type.Optional(RevisionNumber),
  }),
  body: Empty,
  reply: Type.Array(ProfileRevision),
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: ofProfile,
});

export const readRevision = endpoint({
  id: 'profiles.readRevision',
  method: 'GET',
  path: '/profiles/{id}/revisions/{revision}',
  summary: 'A profile as it was at a revision, secrets masked',
  params: ByRevision,
  query: Nothing,
  body: Empty,
  reply: closed({ ...ProfileRevision.properties, name: Type.String(), definition: Definition }),
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: ofProfile,
});

export const compareRevisions = endpoint({
  id: 'profiles.compare',
  method: 'GET',
  path: '/profiles/{id}/compare',
  summary: 'What changed between two revisions, by path',
  params: ById,
  query: closed({ from: RevisionNumber, to: RevisionNumber }),
  body: Empty,
  reply: Type.Array(ProfileDifference),
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: ofProfile,
});

export const restoreRevision = endpoint({
  id: 'profiles.restore',
  method: 'POST',
  path: '/profiles/{id}/revisions/{revision}/restore',
  summary: 'Make an earlier revision the newest; history is kept (If-Match: the current revision)',
  params: ByRevision,
  query: Nothing,
  body: Empty,
  reply: Profile,
  status: 200,
  errors: [
    'not-found',
    'forbidden',
    'name-taken',
    'invalid-profile',
    'revision-conflict',
    'rollout-in-progress',
    'shell-not-allowed',
  ],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: ofProfile,
});
