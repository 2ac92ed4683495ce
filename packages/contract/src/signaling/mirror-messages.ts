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

/** A reader for each type of message; null for an invalid one. */
type Readers<Sent extends { readonly type: string }> = {
  readonly [Type in Sent['type']]: (message: Message) => Extract<Sent, { readonly type: Type }> | null;
};

const FROM_GUEST: Readers<FromGuest> = {
  hello: ({ version, name, key, ticket, wants }) => {
    if (typeof version !== 'number' || typeof name !== 'string' || typeof key !== 'string') return null;
    const shown = name.trim().slice(0, NAME_LENGTH_MAX);
    const known = typeof ticket === 'string' ? ticket : null;
    return { type: 'hello', version, name: shown, key, ticket: known, wants: wants === 'call' ? 'call' : 'show' };
  },
  state: ({ paused }) => (typeof paused === 'boolean' ? { type: 'state', paused } : null),
  media: readMedia,
  ping: () => ({ type: 'ping' }),
  leave: () => ({ type: 'leave' }),
};

const FROM_HOST: Readers<FromHost> = {
  waiting: () => ({ type: 'waiting' }),
  welcome: ({ version, key }) =>
    typeof version === 'number' && typeof key === 'string' ? { type: 'welcome', version, key } : null,
  refused: ({ reason }) => {
    const refused = REFUSED_REASONS.find((each) => each === reason);
    return refused ? { type: 'refused', reason: refused } : null;
  },
  place: ({ position, count, spotlight, room, rate }) => {
    if ((typeof position !== 'number' && position !== null) || typeof count !== 'number') return null;
    const frames = typeof rate === 'number' && rate >= 1 ? rate : null;
    return { type: 'place', position, count, spotlight: spotlight === true, room: readRoom(room), rate: frames };
  },
  board: ({ open }) => ({ type: 'board', open: open === true }),
  media: readMedia,
  ping: () => ({ type: 'ping' }),
};

/** A guest's message, validated field by field; null for messages unknown to this version. */
export function readFromGuest(message: Message): FromGuest | null {
  return read<FromGuest>(FROM_GUEST, message);
}

export function readFromHost(message: Message): FromHost | null {
  return read<FromHost>(FROM_HOST, message);
}

function read<Sent>(
  readers: Readonly<Record<string, (message: Message) => Sent | null>>,
  message: Message,
): Sent | null {
  const { type } = message;
  if (typeof type !== 'string' || !Object.hasOwn(readers, type)) return null;
  return readers[type]?.(message) ?? null;
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
