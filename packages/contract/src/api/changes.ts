import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { CHANGES_BYTES_MAX, CHANGES_MAX } from '../limits.ts';
import { endpoint } from './declare.ts';
import type { Endpoint } from './endpoint.ts';
import { createEnrollmentCode, deleteEnrollmentCode } from './enrollment.ts';
import { changeLayer, createLayer, deleteLayer, orderLayers } from './layers.ts';
import { changeRole, inviteMember, removeMember, withdrawInvitation } from './members.ts';
import { AnyObject, closed, nullable } from './parts.ts';
import { changeProfile, createProfile, deleteProfile } from './profiles.ts';
import { changeSchedule, createSchedule, deleteSchedule } from './schedules.ts';
import { changeTagRule, createTagRule, deleteTagRule } from './tag-rules.ts';
import { changeWebhook, createWebhook, deleteWebhook } from './webhooks.ts';

const CALLS = [
  createProfile,
  changeProfile,
  deleteProfile,
  createLayer,
  changeLayer,
  deleteLayer,
  orderLayers,
  createSchedule,
  changeSchedule,
  deleteSchedule,
  createTagRule,
  changeTagRule,
  deleteTagRule,
  createEnrollmentCode,
  deleteEnrollmentCode,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  inviteMember,
  withdrawInvitation,
  changeRole,
  removeMember,
] as const;

/** The calls that can be made together, by their ID. */
export type TogetherId = (typeof CALLS)[number]['id'];
export const TOGETHER: ReadonlyMap<string, Endpoint> = new Map(CALLS.map((each) => [each.id, each]));
const IDS = CALLS.map(({ id }) => id);

const Call = closed({
  call: Type.Enum(IDS),
  /** Of the path, besides the organization. */
  params: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 64 }))),
  /** As in the call itself; the organization may be left out. */
  body: Type.Optional(AnyObject),
  /** The revision that must be the current one. */
  ifMatch: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  /** Puts the ID of what an earlier call of the list creates into the body, at a JSON pointer that exists. */
  uses: Type.Optional(
    Type.Array(
      closed({
        at: Type.String({ maxLength: 200, pattern: '^(/[^/]+)+$' }),
        call: Type.Integer({ minimum: 0, maximum: CHANGES_MAX }),
      }),
      { maxItems: 1_000 },
    ),
  ),
});
export type TogetherCall = Type.Static<typeof Call>;

/** By ID or address; contract as-code/state.ts makes it from the lists. */
const Versions = Type.Optional(Type.Record(Type.String({ maxLength: 320 }), Type.String({ maxLength: 8_192 })));

export const changeTogether = endpoint('POST /organization/{orgId}/changes', {
  id: 'changes.together',
  summary:
    'Make several calls in one transaction, all or none. Each needs its own permission and is in the audit log as its own; `expects` refuses them if a section changed; `dryRun` makes and undoes them',
  permission: 'organization.read',
  bodyLimit: CHANGES_BYTES_MAX,
  // Its calls are in the audit log, each as itself.
  changes: false,
  body: closed({
    calls: Type.Array(Call, { maxItems: CHANGES_MAX }),
    /** What sections of the organization are at. */
    expects: closed({
      profiles: Versions,
      layers: Versions,
      schedules: Versions,
      tagRules: Versions,
      codes: Versions,
      webhooks: Versions,
      members: Versions,
    }),
    dryRun: Type.Boolean(),
    /** For the revisions of profiles and layers. */
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  reply: closed({
    /** One for each call, in order. */
    results: Type.Array(
      closed({
        /** Of what the call created or changed, if it has one. */
        id: nullable(Type.String()),
        /** Null where the object has none. It is `ifMatch` if nothing changed. */
        revision: nullable(Type.Integer()),
        /** A new enrollment code, or a new webhook's signing secret; null in a dry run. Shown once. */
        secret: nullable(Type.String()),
      }),
    ),
  }),
  errors: errorsOf(CALLS),
});

/** Whatever a call can fail with, besides the errors of a tenant. */
function errorsOf(calls: readonly Endpoint[]): ErrorCode[] {
  const own = new Set(calls.flatMap(({ errors }) => errors));
  return ['revision-conflict', ...own].filter(
    (code, index, all): code is ErrorCode =>
      code !== 'not-found' && code !== 'forbidden' && all.indexOf(code) === index,
  );
}
