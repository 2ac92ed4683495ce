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

/** Who said nothing yet, at once: each costs the page a connection. */
const STRANGERS_MAX = 16;
/** From the connection's opening to saying who one is. */
const HELLO_S = 5;
/** Until the connection is open: slow networks, and busy computers, need their time. */
const OPEN_S = 15;
/** What was said last still goes out. */
const LAST_WORDS_MS = 2_000;

export type Hello = Extract<FromGuest, { readonly type: 'hello' }>;

/** What becomes of somebody who said hello. */
export interface Welcomed {
  readonly onMessage: (message: Exclude<FromGuest, Hello>) => void;
  /** Gone, or sent away for what it sent. */
  readonly onGone: (misbehaved: boolean) => void;
}

/** Where data connections arrive: bounds them, counts and reads what they bring, and asks in who says hello. */
export class GuestAdmission {
  readonly #strangers = new Set<DataConnection>();
  readonly #onHello: (data: DataConnection, hello: Hello) => Welcomed | null;

  /** @param onHello null for somebody who is not let in and was told why. */
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
    // Counted second by second: one in which this page was held up is one, however long, and what was said in it is read.
    let seconds = 0;
    const clock = setInterval(() => {
      seconds += 1;
      if (seconds < (data.open ? HELLO_S : OPEN_S)) return;
      data.close();
      // Nobody hears of the end of what was never open.
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
