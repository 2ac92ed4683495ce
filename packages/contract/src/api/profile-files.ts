import Type from 'typebox';
import { OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, PROFILE_BYTES_MAX } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './endpoint.ts';
import { Binary, closed, Empty, Nothing } from './parts.ts';

const Name = Type.String(DISPLAY_NAME);
const Created = closed({ id: ProfileIdSchema });
const ById = closed({ id: ProfileIdSchema });

export const PROFILE_FILE_FORMAT = 'berth-profile';
export const PROFILE_FILE_VERSION = 1;

/**
 * A profile as a file. Secrets are the mask (contract/profile/secrets): in a profile that has them already they stand
 * for its own, and an import says by path which have to be entered again.
 */
export const ProfileFile = closed({
  format: Type.Literal(PROFILE_FILE_FORMAT),
  version: Type.Literal(PROFILE_FILE_VERSION),
  name: Name,
  deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
  definition: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
});
export type ProfileFile = Type.Static<typeof ProfileFile>;

export const duplicateProfile = endpoint({
  id: 'profiles.duplicate',
  method: 'POST',
  path: '/profiles/{id}/duplicate',
  summary: 'A new profile with the same definition, secrets included, in the same organisation. Its history is its own',
  params: ById,
  query: Nothing,
  body: closed({ name: Name }),
  reply: Created,
  status: 201,
  errors: ['forbidden', 'not-found', 'name-taken', 'upgrade-required', 'invalid-profile', 'shell-not-allowed'],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: { kind: 'profile', param: 'id' },
});

export const exportProfile = endpoint({
  id: 'profiles.export',
  method: 'GET',
  path: '/profiles/{id}/export',
  summary: 'A profile as a JSON file, secrets masked; at an earlier revision where one is asked for',
  params: ById,
  query: closed({ revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
  body: Empty,
  reply: Binary,
  replyTypes: ['application/json'],
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'profile.read',
  rate: 'read',
  tenant: { kind: 'profile', param: 'id' },
});

export const importProfile = endpoint({
  id: 'profiles.import',
  method: 'POST',
  path: '/organization/{orgId}/profiles/import',
  summary:
    "A new profile from an exported file, which is the body. Every fault is listed by its path in the file; 'lost-secret' marks what has to be entered in place of a mask",
  params: closed({ orgId: OrganizationIdSchema }),
  /** In place of the name in the file. */
  query: closed({ name: Type.Optional(Name) }),
  // The handler checks it as a ProfileFile, so that one answer lists the faults of the file and of its definition.
  body: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  reply: Created,
  status: 201,
  errors: ['forbidden', 'not-found', 'name-taken', 'upgrade-required', 'invalid-profile', 'shell-not-allowed'],
  authentication: 'user',
  permission: 'profile.write',
  rate: 'write',
  tenant: { kind: 'organization', param: 'orgId' },
  bodyLimit: PROFILE_BYTES_MAX,
});
