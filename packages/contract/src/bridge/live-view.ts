import Type from 'typebox';
import { closed, Empty } from '../api/parts.ts';

/** Whether the console may show a small picture of this machine's screen, and does. */
export const LiveViewState = closed({
  /** The profile wants it. */
  enabled: Type.Boolean(),
  /** Whoever uses the machine does not forbid it. */
  allowed: Type.Boolean(),
  /** Somebody has got a picture within the last half minute. */
  watched: Type.Boolean(),
});
export type LiveViewState = Type.Static<typeof LiveViewState>;

export const LIVE_VIEW_METHODS = {
  /** Holds until somebody logs out, also after a reboot. */
  allow_live_view: { input: closed({ allowed: Type.Boolean() }), output: Empty },
} as const;
