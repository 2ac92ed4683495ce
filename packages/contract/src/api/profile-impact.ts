import Type from 'typebox';
import { MachineIdSchema } from '../ids.ts';
import { PROFILE_BYTES_MAX } from '../limits.ts';
import { INTERRUPTIONS } from '../profile/openable.ts';
import { SESSION_TYPES } from '../profile/sessions.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { endpoint } from './declare.ts';
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
