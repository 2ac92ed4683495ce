import { MIRROR_PROTOCOL_VERSION } from '@berth/contract/limits';

/** What guest and machine say to each other beside the picture: JSON objects with a type. */
export type FromGuest =
  | { readonly type: 'hello'; readonly version: number; readonly name: string; readonly key: string }
  | { readonly type: 'state'; readonly paused: boolean }
  | { readonly type: 'ping' }
  | { readonly type: 'leave' };

export const REFUSALS = ['version', 'code', 'denied', 'full', 'ended'] as const;
export type Refusal = (typeof REFUSALS)[number];

export type FromHost =
  | { readonly type: 'waiting' }
  /** `key` opens the way back in this session, without a new code. */
  | { readonly type: 'welcome'; readonly version: number; readonly key: string }
  | { readonly type: 'refused'; readonly reason: Refusal }
  /** Where the guest is shown: null while it shows nothing. */
  | { readonly type: 'place'; readonly channel: number | null; readonly count: number; readonly spotlight: boolean }
  | { readonly type: 'ping' };

/** An answer to what is not understood, and what asks for a person's answer: either side may send them. */
export type FromEither =
  | { readonly type: 'error'; readonly error: 'unsupported'; readonly command: string }
  | { readonly type: 'prompt'; readonly prompt: string };

const NAME_LENGTH_MAX = 40;
/** Messages in one second: a person's clicks and the pings come nowhere near. */
const MESSAGES_PER_SECOND_MAX = 50;

/** The object that a peer sent; null for what is none. */
export function readMessage(data: unknown): Readonly<Record<string, unknown>> | null {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string'
    ? { ...data }
    : null;
}

/** A guest's message, checked field by field; null for what no guest of this version says. */
export function readFromGuest(message: Readonly<Record<string, unknown>>): FromGuest | null {
  const { type, version, name, key, paused } = message;
  if (type === 'ping' || type === 'leave') return { type };
  if (type === 'state' && typeof paused === 'boolean') return { type, paused };
  if (type !== 'hello' || typeof version !== 'number' || typeof name !== 'string' || typeof key !== 'string')
    return null;
  return { type, version, name: name.trim().slice(0, NAME_LENGTH_MAX), key };
}

export function readFromHost(message: Readonly<Record<string, unknown>>): FromHost | null {
  const { type, version, key, reason, channel, count, spotlight } = message;
  if (type === 'ping' || type === 'waiting') return { type };
  if (type === 'welcome' && typeof version === 'number' && typeof key === 'string') return { type, version, key };
  const refusal = REFUSALS.find((each) => each === reason);
  if (type === 'refused' && refusal) return { type, reason: refusal };
  const isPlace = (typeof channel === 'number' || channel === null) && typeof count === 'number';
  return type === 'place' && isPlace ? { type, channel, count, spotlight: spotlight === true } : null;
}

export function speaksOurVersion(version: number): boolean {
  return version === MIRROR_PROTOCOL_VERSION;
}

/**
 * What to answer to a message that neither side understands. Errors are not answered, or two peers would never end; a
 * prompt that has no defined response is only logged.
 */
export function answerUnknown(message: Readonly<Record<string, unknown>>): FromEither | null {
  if (message.type === 'error') return null;
  if (message.type === 'prompt') {
    console.info('A peer asked what has no answer', message.prompt);
    return null;
  }
  return { type: 'error', error: 'unsupported', command: String(message.type).slice(0, 64) };
}

/** Counts messages: false once there are too many in a second. */
export function createMeter(now: () => number): () => boolean {
  let [second, count] = [0, 0];
  return () => {
    const current = Math.floor(now() / 1_000);
    count = current === second ? count + 1 : 1;
    second = current;
    return count <= MESSAGES_PER_SECOND_MAX;
  };
}
