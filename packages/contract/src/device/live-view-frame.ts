import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { FRAME_CHARS_MAX } from '../limits.ts';

/**
 * What a machine answers when the console looks at its screen. off: its profile does not allow it. forbidden: its user
 * does not. private: nobody is logged in, or nobody there could see that they are looked at. none: it has no screen.
 */
export const FRAME_STATES = ['shown', 'off', 'forbidden', 'private', 'none'] as const;
export type FrameState = (typeof FRAME_STATES)[number];

/** A small JPEG as base64 where the state is `shown`, otherwise null. */
export const LiveViewFrame = closed({
  state: Type.Enum([...FRAME_STATES]),
  image: Type.Union([Type.String({ maxLength: FRAME_CHARS_MAX, pattern: '^[A-Za-z0-9+/]+={0,2}$' }), Type.Null()]),
});
export type LiveViewFrame = Type.Static<typeof LiveViewFrame>;
