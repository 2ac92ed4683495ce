import Type from 'typebox';
import { ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, PROFILE_BYTES_MAX } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { AnyObject, Binary, closed } from './parts.ts';

const Name = Type.String(DISPLAY_NAME);
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
  name: Name,
  deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
  definition: AnyObject,
});
export type ProfileFile = Type.Static<typeof ProfileFile>;

export const duplicateProfile = endpoint('POST /profiles/{id}/duplicate', {
  id: 'profiles.duplicate',
  summary: 'Duplicate a profile within its organization, secrets included, with a history of its own',
  permission: 'profile.write',
  body: closed({ name: Name }),
  reply: Created,
  status: 201,
  errors: ['name-taken', 'upgrade-required', 'invalid-profile', 'shell-not-allowed'],
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
  query: closed({ name: Type.Optional(Name) }),
  bodyLimit: PROFILE_BYTES_MAX,
  // The handler validates it as a ProfileFile, so that one reply lists the faults of the file and of its definition.
  body: AnyObject,
  reply: Created,
  status: 201,
  errors: ['name-taken', 'upgrade-required', 'invalid-profile', 'shell-not-allowed'],
});
