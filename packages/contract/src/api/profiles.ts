import Type from 'typebox';
import { OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, EDITOR_LOST_MS, PROFILE_BYTES_MAX } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { AnyObject, Binary, closed, FilterQuery, Instant, nullable } from './parts.ts';

/** Maximum of the database's column. */
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Name = Type.String(DISPLAY_NAME);

/**
 * The handler validates the definition against contract/profile and lists every fault by path; here it is any object,
 * so that a fault in it is reported as 'invalid-profile' instead of 'invalid-input'.
 */
const Definition = AnyObject;

const summary = {
  id: ProfileIdSchema,
  name: Type.String(),
  organizationId: OrganizationIdSchema,
  deployment: Type.Enum([...DEPLOYMENTS]),
  /** Increases by one with every change; the ETag is the revision in quotes. */
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
  note: nullable(Type.String()),
});
export type ProfileRevision = Type.Static<typeof ProfileRevision>;

/** A difference between two revisions: path, old and new value. */
export const ProfileDifference = closed({
  path: Type.String(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});
export type ProfileDifference = Type.Static<typeof ProfileDifference>;

export const createProfile = endpoint('POST /profiles', {
  id: 'profiles.create',
  summary: 'Create a profile with the default definition. More than one requires Pro',
  tenant: { kind: 'body', field: 'organizationId' },
  permission: 'profile.write',
  bodyLimit: PROFILE_BYTES_MAX,
  body: closed({
    name: Name,
    organizationId: OrganizationIdSchema,
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    definition: Type.Optional(Definition),
  }),
  reply: closed({ id: ProfileIdSchema }),
  status: 201,
  errors: ['name-taken', 'upgrade-required', 'too-many-profiles', 'invalid-profile', 'shell-not-allowed'],
});

export const listProfiles = endpoint('GET /profiles', {
  id: 'profiles.list',
  summary: 'List the profiles of all organizations of the caller',
  tenant: { kind: 'user' },
  permission: 'profile.read',
  query: FilterQuery,
  reply: Type.Array(ProfileSummary),
  errors: ['not-found'],
});

export const listOrganizationProfiles = endpoint('GET /organization/{orgId}/profiles', {
  id: 'profiles.listOfOrganization',
  summary: 'List the profiles of an organization, by name',
  permission: 'profile.read',
  query: FilterQuery,
  reply: Type.Array(ProfileSummary),
});

export const readProfile = endpoint('GET /profiles/{id}', {
  id: 'profiles.read',
  summary: 'Read a profile with its definition, secrets masked',
  permission: 'profile.read',
  reply: Profile,
});

export const changeProfile = endpoint('PATCH /profiles/{id}', {
  id: 'profiles.change',
  summary:
    'Change name or definition: JSON replaces the fields it names, merge-patch (RFC 7396) merges, json-patch (RFC 6902) edits {name, definition}. If-Match: "<revision>"',
  permission: 'profile.write',
  query: closed({ note: Type.Optional(Type.String({ maxLength: 500 })) }),
  mediaTypes: ['application/merge-patch+json', 'application/json-patch+json'],
  bodyLimit: PROFILE_BYTES_MAX,
  // Three media types share this body; the handler validates the result, to list every fault by its path.
  body: Type.Unsafe<Record<string, unknown> | readonly Record<string, unknown>[]>(
    Type.Union([Type.Object({}, { additionalProperties: true }), Type.Array(Type.Object({}), { maxItems: 1_000 })]),
  ),
  reply: Profile,
  errors: [
    'name-taken',
    'invalid-patch',
    'invalid-profile',
    'revision-conflict',
    'rollout-in-progress',
    'shell-not-allowed',
  ],
});

export const deleteProfile = endpoint('DELETE /profiles/{id}', {
  id: 'profiles.delete',
  summary: 'Delete a profile that no machine uses',
  permission: 'profile.write',
  errors: ['profile-in-use', 'revision-conflict'],
});

/** Someone else who has the profile open. */
export const ProfileEditor = closed({
  email: Type.String(),
  /** JSON pointer into the definition of the field with the focus. */
  field: nullable(Type.String()),
});
export type ProfileEditor = Type.Static<typeof ProfileEditor>;

export const reportEditor = endpoint('POST /profiles/{id}/editors', {
  id: 'profiles.reportEditor',
  summary: `Report that the caller's page has the profile open, the field with the focus, or that it leaves; returns the other people who have it open. Pages that stop reporting are forgotten after ${EDITOR_LOST_MS / 1_000} seconds`,
  changes: false,
  permission: 'profile.read',
  rate: 'poll',
  body: closed({
    /** Chosen by the page. */
    page: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    field: nullable(Type.String({ maxLength: 500, pattern: '^(/[^/]+)*$' })),
    leaves: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(ProfileEditor),
});

export const listRevisions = endpoint('GET /profiles/{id}/revisions', {
  id: 'profiles.listRevisions',
  summary: 'List the revisions of a profile, newest first',
  permission: 'profile.read',
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    before: Type.Optional(RevisionNumber),
  }),
  reply: Type.Array(ProfileRevision),
});

export const readRevision = endpoint('GET /profiles/{id}/revisions/{revision}', {
  id: 'profiles.readRevision',
  summary: 'Read a profile at a revision, secrets masked',
  permission: 'profile.read',
  params: { revision: RevisionNumber },
  reply: closed({ ...ProfileRevision.properties, name: Type.String(), definition: Definition }),
});

export const compareRevisions = endpoint('GET /profiles/{id}/compare', {
  id: 'profiles.compare',
  summary: 'Compare two revisions, by path',
  permission: 'profile.read',
  query: closed({ from: RevisionNumber, to: RevisionNumber }),
  reply: Type.Array(ProfileDifference),
});

export const restoreRevision = endpoint('POST /profiles/{id}/revisions/{revision}/restore', {
  id: 'profiles.restore',
  summary: 'Restore an earlier revision as the newest; history is kept (If-Match: the current revision)',
  permission: 'profile.write',
  params: { revision: RevisionNumber },
  reply: Profile,
  errors: ['name-taken', 'invalid-profile', 'revision-conflict', 'rollout-in-progress', 'shell-not-allowed'],
});

/** Maximum size of the file; pages have small icons. */
export const WEB_PAGE_ICON_BYTES_MAX = 256 * 1024;

/** A web page's title and icon. */
export const WebPage = closed({
  /** Whether the server could read the page. Machines in another network may still reach it. */
  reached: Type.Boolean(),
  title: nullable(Type.String()),
  /** A data URL: PNG, JPEG, GIF, WebP, SVG or ICO, in the page's own size. */
  icon: nullable(Type.String()),
});
export type WebPage = Type.Static<typeof WebPage>;

export const readWebPage = endpoint('POST /organizations/{id}/web-page', {
  id: 'profiles.readWebPage',
  summary:
    "Read a public web page's title and icon, for the tile of a session. Only addresses that webhooks can have; takes at most 8 seconds",
  changes: false,
  permission: 'profile.write',
  rate: 'command',
  body: closed({ url: Type.String({ minLength: 8, maxLength: 2_048, pattern: '^https?://[!-~]+$' }) }),
  reply: WebPage,
});

const Created = closed({ id: ProfileIdSchema });

export const PROFILE_FILE_FORMAT = 'berth-profile';
export const PROFILE_FILE_VERSION = 1;

/**
 * A profile as a file. Secrets are masked (contract/profile/secrets): in a profile that already has them, a mask keeps
 * its own value; otherwise the import lists by path which ones to enter again.
 */
export const ProfileFile = closed({
  format: Type.Literal(PROFILE_FILE_FORMAT),
  version: Type.Literal(PROFILE_FILE_VERSION),
  name: Type.String(DISPLAY_NAME),
  deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
  definition: AnyObject,
});
export type ProfileFile = Type.Static<typeof ProfileFile>;

export const duplicateProfile = endpoint('POST /profiles/{id}/duplicate', {
  id: 'profiles.duplicate',
  summary: 'Duplicate a profile within its organization, secrets included, with a history of its own',
  permission: 'profile.write',
  body: closed({ name: Type.String(DISPLAY_NAME) }),
  reply: Created,
  status: 201,
  errors: ['name-taken', 'upgrade-required', 'too-many-profiles', 'invalid-profile', 'shell-not-allowed'],
});

export const exportProfile = endpoint('GET /profiles/{id}/export', {
  id: 'profiles.export',
  summary: 'Export a profile as a JSON file, secrets masked; optionally at an earlier revision',
  permission: 'profile.read',
  query: closed({ revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
  reply: Binary,
  replyTypes: ['application/json'],
});

export const importProfile = endpoint('POST /organization/{orgId}/profiles/import', {
  id: 'profiles.import',
  summary:
    "Import a profile from an exported file, sent as the body. Faults are listed by path; 'lost-secret' marks a secret to enter again",
  permission: 'profile.write',
  /** Replaces the name in the file. */
  query: closed({ name: Type.Optional(Type.String(DISPLAY_NAME)) }),
  bodyLimit: PROFILE_BYTES_MAX,
  // The handler validates it as a ProfileFile, so that one reply lists the faults of the file and of its definition.
  body: AnyObject,
  reply: Created,
  status: 201,
  errors: ['name-taken', 'upgrade-required', 'too-many-profiles', 'invalid-profile', 'shell-not-allowed'],
});
