import type { FromEither, Message } from '@berth/contract/signaling/mirror-messages';

/** Messages in one second: a person's clicks and the pings come nowhere near. */
const MESSAGES_PER_SECOND_MAX = 50;

/**
 * What to answer to a message that neither side understands. Errors are not answered, or two peers would never end; a
 * prompt that has no defined response is only logged.
 */
export function answerUnknown(message: Message): FromEither | null {
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
