import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { REMOTE_MODES } from '../device/remote.ts';

/** Whether the console may show a small picture of this machine's screen, and does. */
export const LiveViewState = closed({
  /** The profile wants it. */
  enabled: Type.Boolean(),
  /** The machine's user does not forbid it. */
  allowed: Type.Boolean(),
  /** A frame was sent within the last half minute. */
  watched: Type.Boolean(),
});
export type LiveViewState = Type.Static<typeof LiveViewState>;

export const LIVE_VIEW_METHODS = {
  /** Lasts until logout, also across a reboot. */
  allow_live_view: { input: closed({ allowed: Type.Boolean() }), output: Empty },
} as const;

/**
 * A console user who views or asks to view this machine's screen; null without one. asked: the machine's user has to
 * allow it. informed: the machine's user can still decline.
 */
export const RemoteState = Type.Union([
  closed({
    phase: Type.Enum(['asked', 'informed', 'active']),
    mode: Type.Enum([...REMOTE_MODES]),
    by: Type.String(),
    reason: Type.String(),
  }),
  Type.Null(),
]);
export type RemoteState = Type.Static<typeof RemoteState>;

export const REMOTE_METHODS = {
  /** The answer of the machine's user to the request. */
  answer_remote: { input: closed({ accept: Type.Boolean() }), output: Empty },
  end_remote: { input: Nothing, output: Empty },
  /** The language of the session's page, as BCP 47: the agent's other windows use it as well. */
  speak_language: { input: closed({ tag: Type.String({ pattern: '^[A-Za-z-]{2,16}$' }) }), output: Empty },
} as const;

/**
 * The machine as an AirPlay receiver (spec chapter 3, thinhoc.mirror.enabled_features). The page shows the picture as one
 * more channel of its mirroring.
 */
export const AirplayState = closed({
  /** Asked of who connects, and shown for that; null while the machine receives nothing by AirPlay. */
  pin: Type.Union([Type.String({ pattern: '^[0-9]{4}$' }), Type.Null()]),
  /** As the receiver is called on the network. */
  name: Type.String(),
  /** Whether a device is mirroring. */
  showing: Type.Boolean(),
});
export type AirplayState = Type.Static<typeof AirplayState>;

export const AIRPLAY_METHODS = {
  get_airplay: { input: Nothing, output: AirplayState },
  /** Disconnects the mirroring device. */
  end_airplay: { input: Nothing, output: Empty },
} as const;

/**
 * Not a method: POST as one, answered by a body that goes on while there are pictures. Each is a JPEG behind its length
 * in four bytes, the highest first.
 */
export const AIRPLAY_PICTURES_PATH = '/bridge/airplay_pictures';
