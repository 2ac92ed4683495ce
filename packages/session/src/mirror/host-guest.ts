import { PEER_DEAD_MS } from '@berth/contract/limits';
import type { CallMedia, FromHost, Wish } from '@berth/contract/signaling/mirror-messages';
import { isHeldUp } from '@berth/web/data/mirror/awake.ts';
import type { DataConnection, MediaConnection } from 'peerjs';
import { startFast } from '../data/mirror/start-rate.ts';
import { closeSoon, type Hello, say } from './guest-admission.ts';
import type { StartQueue } from './start-queue.ts';

/** How long the last picture of a connection that was lost is shown while the next one is on its way. */
const KEEP_MS = 30_000;

type Known = Pick<Hello, 'name' | 'wants'> & { readonly heardAt: number };

/** How connections begin and end: none at the same time as another one. */
export interface Turns {
  readonly begin: StartQueue;
  readonly end: StartQueue;
}

/** One guest's connections, from knocking to leaving. */
export class HostGuest {
  readonly key: string;
  readonly name: string;
  readonly wants: Wish;
  /** In the time that the page was awake for. */
  heardAt: number;
  paused = false;
  media: CallMedia | null = null;
  stream: MediaStream | null = null;
  admitted = false;
  readonly #data: DataConnection;
  readonly #turns: Turns;
  #call: MediaConnection | null = null;
  #kept: DataConnection | null = null;
  /** Since when `stream` is the last picture of a connection that is gone; null while it is a live one. */
  #staleSince: number | null = null;

  constructor(data: DataConnection, turns: Turns, key: string, { name, wants, heardAt }: Known) {
    this.#data = data;
    this.#turns = turns;
    this.key = key;
    this.name = name;
    this.wants = wants;
    this.heardAt = heardAt;
  }

  get peer(): string {
    return this.#data.peer;
  }

  send(message: FromHost): void {
    say(this.#data, message);
  }

  /** Whether it said nothing for too long: it is dropped. */
  isDead(now: number): boolean {
    const silentMs = now - this.heardAt;
    return silentMs > PEER_DEAD_MS && !isHeldUp(silentMs, this.#data.peerConnection);
  }

  /** Whether what is shown is the last picture before its connection was lost, until the next one is there. */
  get isReconnecting(): boolean {
    if (this.stream === null) return false;
    return this.#staleSince !== null || this.#data.peerConnection?.connectionState === 'disconnected';
  }

  /** Its connection is gone, and nobody said so: its picture stays until it is back, or dead. */
  lose(): void {
    this.#staleSince ??= this.heardAt;
  }

  /** Comes in the place of who it was before its connection was lost, whose last picture it shows until it has its own. */
  replace(older: HostGuest): void {
    this.stream = older.stream;
    this.paused = older.paused;
    this.media = older.media;
    if (this.stream) this.#staleSince = this.heardAt;
    older.close();
  }

  /** Lets go of a last picture that no other one follows; whether it did. */
  forgetPicture(now: number): boolean {
    if (this.#staleSince === null || now - this.#staleSince <= (this.#call ? KEEP_MS : PEER_DEAD_MS)) return false;
    this.#has(null);
    return true;
  }

  /** Takes the guest's picture once those that came before are there, and gives `own` back where this is a call. */
  answer(call: MediaConnection, own: MediaStream | undefined, onStream: () => void): void {
    this.#end(this.#call);
    this.#call = call;
    let isCutOff = false;
    call.on('stream', (stream) => {
      if (this.#call !== call) return;
      this.#has(stream);
      onStream();
    });
    call.on('error', ({ type }) => {
      isCutOff = type === 'negotiation-failed';
    });
    call.on('close', () => {
      if (this.#call !== call) return;
      this.#call = null;
      // Who stops showing something ends the call; who lost the way calls again.
      if (isCutOff && this.stream) this.lose();
      else this.#has(null);
      onStream();
    });
    this.#turns.begin.take(this.key, (done) => {
      if (this.#call !== call) {
        done();
        return;
      }
      call.on('stream', (stream) => whenSeen(stream, done));
      call.on('close', done);
      call.answer(own, this.wants === 'show' ? { sdpTransform: startFast } : {});
    });
  }

  /** A connection that goes with the guest. */
  keep(data: DataConnection): void {
    this.#end(this.#kept);
    this.#kept = data;
  }

  close(): void {
    const call = this.#call;
    this.#call = null;
    this.#end(call);
    this.#end(this.#kept);
    closeSoon(this.#data, (data) => this.#end(data));
  }

  #has(stream: MediaStream | null): void {
    this.stream = stream;
    this.#staleSince = null;
  }

  #end(connection: DataConnection | MediaConnection | null): void {
    if (connection) this.#turns.end.take(connection.connectionId, () => connection.close());
  }
}

/** Calls `done` with the first of the picture. */
function whenSeen(stream: MediaStream, done: () => void): void {
  const [picture] = stream.getVideoTracks();
  if (picture?.muted) picture.addEventListener('unmute', done, { once: true });
  else done();
}
