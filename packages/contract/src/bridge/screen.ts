import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { REMOTE_MODES } from '../device/remote.ts';

/** Whether the console may show a live view of this machine's screen, and does. */
export const LiveViewState = closed({
  /** Allowed by the profile. */
  enabled: Type.Boolean(),
  /** Not forbidden by the machine's user. */
  allowed: Type.Boolean(),
  /** Whether a frame was sent within the last half minute. */
  watched: Type.Boolean(),
});
export type LiveViewState = Type.Static<typeof LiveViewState>;

export const LIVE_VIEW_METHODS = {
  /** Valid until logout, even across a reboot. */
  allow_live_view: { input: closed({ allowed: Type.Boolean() }), output: Empty },
} as const;

/**
 * A console user who views, or wants to view, this machine's screen; null without one. asked: the machine's user has to
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
  /** The reply of the machine's user to the request. */
  answer_remote: { input: closed({ accept: Type.Boolean() }), output: Empty },
  end_remote: { input: Nothing, output: Empty },
  /** The language of the session's page (BCP 47), also used by the agent's other windows. */
  speak_language: { input: closed({ tag: Type.String({ pattern: '^[A-Za-z-]{2,16}$' }) }), output: Empty },
} as const;

/**
 * The machine as an AirPlay receiver (spec chapter 3, thinhoc.mirror.enabled_features). The page shows the stream as
 * another channel of its mirroring.
 */
export const AirplayState = closed({
  /** The PIN required to connect, to be shown; null while the receiver is off. */
  pin: Type.Union([Type.String({ pattern: '^[0-9]{4}$' }), Type.Null()]),
  /** The receiver's name on the network. */
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

/** The machine as a host of guests who share their screens (docs/decisions/2026-11-21-signaling-and-mirroring.md). */
export const MirrorHostIdentity = closed({
  /** A secret of the machine's page: signaling servers give its peer ID only to the holder. */
  token: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  /** Which of the three signaling servers. */
  server: Type.Integer({ minimum: 1, maximum: 3 }),
  /** Keys of the guests admitted in this session, oldest first. */
  known: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
});
export type MirrorHostIdentity = Type.Static<typeof MirrorHostIdentity>;

export const MIRROR_METHODS = {
  /** The identity kept since the machine started; null: none. Guests return to it after a crash of page or agent. */
  load_mirror_host: { input: Nothing, output: Type.Union([MirrorHostIdentity, Type.Null()]) },
  save_mirror_host: { input: MirrorHostIdentity, output: Empty },
} as const;

/**
 * Not a method: called like one by POST, with a streamed reply. Each frame is a JPEG preceded by its length as a 32-bit
 * big-endian integer.
 */
export const AIRPLAY_PICTURES_PATH = '/bridge/airplay_pictures';
