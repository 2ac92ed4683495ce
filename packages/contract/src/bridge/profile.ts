import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { ProfileIdSchema } from '../ids.ts';
import type { ProfileDefinition } from '../profile/definition.ts';
import type { MachineContext } from '../profile/outside-profile.ts';

/** The machine's current profile: the last known good one, even without the cloud. Without secrets. */
export const ShownProfile = Type.Union([
  closed({
    id: ProfileIdSchema,
    name: Type.String(),
    revision: Type.Integer({ minimum: 1 }),
    /** With defaults, and without invalid values. */
    definition: Type.Unsafe<ProfileDefinition>(Type.Object({}, { additionalProperties: true })),
  }),
  Type.Null(),
]);
export type ShownProfile = Type.Static<typeof ShownProfile>;

/** The machine's own settings, with defaults and without secrets. */
export const ShownContext = Type.Unsafe<MachineContext>(Type.Object({}, { additionalProperties: true }));

/** The console's message to the frame that previews a draft. */
export interface PreviewMessage {
  readonly type: 'berth-preview';
  readonly profile: NonNullable<ShownProfile>;
}

/** The frame's message to the console once it can show a draft. */
export interface PreviewReadyMessage {
  readonly type: 'berth-preview-ready';
}
