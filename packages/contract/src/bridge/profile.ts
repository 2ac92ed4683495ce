import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { ProfileIdSchema } from '../ids.ts';
import type { ProfileDefinition } from '../profile/definition.ts';
import type { MachineContext } from '../profile/outside-profile.ts';

/** The profile the machine shows now: the last known good one, also without the cloud. Secrets are left out. */
export const ShownProfile = Type.Union([
  closed({
    id: ProfileIdSchema,
    name: Type.String(),
    revision: Type.Integer({ minimum: 1 }),
    /** Complete: defaults are applied, and values that break a rule are left out. */
    definition: Type.Unsafe<ProfileDefinition>(Type.Object({}, { additionalProperties: true })),
  }),
  Type.Null(),
]);
export type ShownProfile = Type.Static<typeof ShownProfile>;

/** The machine's own settings, complete like the definition and without secrets. */
export const ShownContext = Type.Unsafe<MachineContext>(Type.Object({}, { additionalProperties: true }));

/** What the console sends to the frame that previews a draft. */
export interface PreviewMessage {
  readonly type: 'berth-preview';
  readonly profile: NonNullable<ShownProfile>;
}

/** What the frame sends to the console once it can show a draft. */
export interface PreviewReadyMessage {
  readonly type: 'berth-preview-ready';
}
