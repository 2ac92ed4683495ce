import {
  type FromEither,
  type FromGuest,
  type FromHost,
  readFromGuest,
  readMessage,
  writeMessage,
} from '@berth/contract/signaling/mirror-messages';
import { answerUnknown, createMeter, SERIALIZATION } from '@berth/web/data/mirror/open-peer.ts';
import type { DataConnection } from 'peerjs';

/** Maximum connections without a hello: each uses memory of the page. */
const STRANGERS_MAX = 16;
/** Time from an open connection to its hello. */
const HELLO_S = 5;
/** Time to open a connection: slow networks and busy computers take long. */
const OPEN_S = 15;
/** Time to send a last message. */
const LAST_WORDS_MS = 2_000;

export type Hello = Extract<FromGuest, { readonly type: 'hello' }>;

/** The handlers of a guest that said hello. */
export interface Welcomed {
  readonly onMessage: (message: Exclude<FromGuest, Hello>) => void;
  /** Gone, or disconnected for misbehavior. */
  readonly onGone: (misbehaved: boolean) => void;
}

/** Accepts data connections: limits them, counts and parses their messages, and passes on guests that say hello. */
export class GuestAdmission {
  readonly #strangers = new Set<DataConnection>();
  readonly #onHello: (data: DataConnection, hello: Hello) => Welcomed | null;

  /** @param onHello null for a guest who was refused and told why. */
  constructor(onHello: (data: DataConnection, hello: Hello) => Welcomed | null) {
    this.#onHello = onHello;
  }

  open(data: DataConnection): void {
    if (data.serialization !== SERIALIZATION || this.#strangers.size >= STRANGERS_MAX) {
      data.close();
      return;
    }
    const meter = createMeter(() => performance.now());
    let welcomed: Welcomed | null = null;
    let isOver = false;
    this.#strangers.add(data);
    // Counts seconds of activity: one in which this page was blocked counts once, and queued messages are still read.
    let seconds = 0;
    const clock = setInterval(() => {
      seconds += 1;
      if (seconds < (data.open ? HELLO_S : OPEN_S)) return;
      data.close();
      // A connection that never opened has no close event.
      end(false);
    }, 1_000);
    data.on('open', () => {
      seconds = 0;
    });
    const settle = () => {
      clearInterval(clock);
      this.#strangers.delete(data);
    };
    const end = (misbehaved: boolean) => {
      if (isOver) return;
      isOver = true;
      settle();
      welcomed?.onGone(misbehaved);
    };
    data.on('data', (sent) => {
      if (isOver) return;
      const message = meter() ? readMessage(sent) : null;
      const read = message && readFromGuest(message);
      if (!message) {
        say(data, { type: 'refused', reason: 'misbehaved' });
        end(true);
        closeSoon(data);
      } else if (!read) {
        const answer = answerUnknown(message);
        if (answer) say(data, answer);
      } else if (read.type !== 'hello') welcomed?.onMessage(read);
      else if (!welcomed) {
        settle();
        welcomed = this.#onHello(data, read);
        isOver = welcomed === null;
      }
    });
    data.on('close', () => end(false));
  }
}

export function say(data: DataConnection, message: FromHost | FromEither): void {
  if (data.open) void data.send(writeMessage(message));
}

export function closeSoon(data: DataConnection, close = (each: DataConnection) => each.close()): void {
  setTimeout(() => close(data), LAST_WORDS_MS);
}
