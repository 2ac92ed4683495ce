import Type from 'typebox';
import { closed, Nothing } from '../api/parts.ts';

/** What the status bar shows and sets of the machine's sound (spec chapter 3, audioControllersInStatusBar). */

export const AudioDirection = Type.Enum(['output', 'input']);
export type AudioDirection = Type.Static<typeof AudioDirection>;

export const AudioDevice = closed({
  id: Type.String(),
  name: Type.String(),
  /** Whether programs use it. */
  chosen: Type.Boolean(),
  /** Percent. */
  volume: Type.Integer({ minimum: 0, maximum: 100 }),
  muted: Type.Boolean(),
});
export type AudioDevice = Type.Static<typeof AudioDevice>;

/** Both lists are empty on a machine without sound. */
export const AudioState = closed({ outputs: Type.Array(AudioDevice), inputs: Type.Array(AudioDevice) });
export type AudioState = Type.Static<typeof AudioState>;

const device = { direction: AudioDirection, id: Type.String({ minLength: 1, maxLength: 256 }) };

export const AudioChange = closed({
  ...device,
  /** Percent. */
  volume: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  muted: Type.Optional(Type.Boolean()),
});
export type AudioChange = Type.Static<typeof AudioChange>;

/** All answer with how it is then. */
export const AUDIO_METHODS = {
  get_audio: { input: Nothing, output: AudioState },
  choose_audio: { input: closed(device), output: AudioState },
  change_audio: { input: AudioChange, output: AudioState },
} as const;
