import { MIRROR_PROTOCOL_VERSION } from '../limits.ts';

/** Width and height, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Wish = 'show' | 'call';

export const DEVICE_STATES = ['on', 'off', 'none'] as const;

/** The sent media of one side of a call: for a device that is off or missing, black or silence is sent. */
export interface CallMedia {
  readonly camera: (typeof DEVICE_STATES)[number];
  readonly microphone: (typeof DEVICE_STATES)[number];
}

/** Sent by each side of a call, at its start and with each change. */
type OwnMediaMessage = { readonly type: 'media' } & CallMedia;

/** Messages between guest and machine besides the stream: JSON objects with a type. */
export type FromGuest =
  | {
      readonly type: 'hello';
      readonly version: number;
      readonly name: string;
      /** The one-time code, or the ticket of a guest who was disconnected. */
      readonly key: string;
      /** From an earlier connection in the machine's session; identifies a known guest. */
      readonly ticket: string | null;
      /** Sharing a screen, or a call with streams in both directions. */
      readonly wants: Wish;
    }
  | { readonly type: 'state'; readonly paused: boolean }
  | OwnMediaMessage
  | { readonly type: 'ping' }
  | { readonly type: 'leave' };

export const REFUSED_REASONS = ['version', 'code', 'denied', 'full', 'ended', 'misbehaved'] as const;
export type RefusedReason = (typeof REFUSED_REASONS)[number];

export type FromHost =
  | { readonly type: 'waiting' }
  /** `key` is the ticket for rejoining in this session without a new code. */
  | { readonly type: 'welcome'; readonly version: number; readonly key: string }
  | { readonly type: 'refused'; readonly reason: RefusedReason }
  /**
   * The guest's zero-based position among `count` streams: null while it shows nothing. `room` is its current or future
   * size on the screen in pixels, `rate` its frames per second: more need not be sent.
   */
  | {
      readonly type: 'place';
      readonly position: number | null;
      readonly count: number;
      readonly spotlight: boolean;
      readonly room: Size | null;
      readonly rate: number | null;
    }
  /** Whether guests can draw on a whiteboard, over a separate connection. */
  | { readonly type: 'board'; readonly open: boolean }
  | OwnMediaMessage
  | { readonly type: 'ping' };

/** Replies to unknown messages, and prompts for the user; sent by either side. */
export type FromEither =
  | { readonly type: 'error'; readonly error: 'unsupported'; readonly command: string }
  | { readonly type: 'prompt'; readonly prompt: string };

/** An unvalidated message of a peer. */
export type Message = Readonly<Record<string, unknown>>;

/** Minimum size in pixels. */
const ROOM_MIN = 16;
const NAME_LENGTH_MAX = 40;
/** Maximum length; the longest valid message has a few hundred characters. */
const MESSAGE_LENGTH_MAX = 4_096;

export function writeMessage(message: FromGuest | FromHost | FromEither): string {
  return JSON.stringify(message);
}

/** Parses a peer's message; null if it is not an object. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== 'string' || data.length > MESSAGE_LENGTH_MAX) return null;
  try {
    const sent: unknown = JSON.parse(data);
    const isMessage = typeof sent === 'object' && sent !== null && 'type' in sent && typeof sent.type === 'string';
    return isMessage ? { ...sent } : null;
  } catch {
    return null;
  }
}

/** A guest's message, validated field by field; null for messages unknown to this version. */
export function readFromGuest(message: Message): FromGuest | null {
  const { type, version, name, key, ticket, wants, paused } = message;
  if (type === 'ping' || type === 'leave') return { type };
  if (type === 'state' && typeof paused === 'boolean') return { type, paused };
  if (type === 'media') return readMedia(message);
  if (type !== 'hello' || typeof version !== 'number' || typeof name !== 'string' || typeof key !== 'string')
    return null;
  const shown = name.trim().slice(0, NAME_LENGTH_MAX);
  const known = typeof ticket === 'string' ? ticket : null;
  return { type, version, name: shown, key, ticket: known, wants: wants === 'call' ? 'call' : 'show' };
}

export function readFromHost(message: Message): FromHost | null {
  const { type, version, key, reason, position, count, spotlight } = message;
  if (type === 'ping' || type === 'waiting') return { type };
  if (type === 'welcome' && typeof version === 'number' && typeof key === 'string') return { type, version, key };
  if (type === 'board') return { type, open: message.open === true };
  if (type === 'media') return readMedia(message);
  const refused = REFUSED_REASONS.find((each) => each === reason);
  if (type === 'refused' && refused) return { type, reason: refused };
  const isPlace = (typeof position === 'number' || position === null) && typeof count === 'number';
  if (type !== 'place' || !isPlace) return null;
  const rate = typeof message.rate === 'number' && message.rate >= 1 ? message.rate : null;
  return { type, position, count, spotlight: spotlight === true, room: readRoom(message.room), rate };
}

function readMedia(message: Message): OwnMediaMessage | null {
  const [camera, microphone] = [message.camera, message.microphone].map((sent) =>
    DEVICE_STATES.find((each) => each === sent),
  );
  return camera && microphone ? { type: 'media', camera, microphone } : null;
}

function readRoom(sent: unknown): Size | null {
  if (typeof sent !== 'object' || sent === null || !('width' in sent && 'height' in sent)) return null;
  const { width, height } = sent;
  const isRoom = typeof width === 'number' && typeof height === 'number' && width >= ROOM_MIN && height >= ROOM_MIN;
  return isRoom ? { width, height } : null;
}

export function speaksOurVersion(version: number): boolean {
  return version === MIRROR_PROTOCOL_VERSION;
}
