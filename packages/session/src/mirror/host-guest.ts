import { PEER_DEAD_MS } from '@berth/contract/limits';
import type { CallMedia, FromHost, Wish } from '@berth/contract/signaling/mirror-messages';
import { isHeldUp } from '@berth/web/data/mirror/open-peer.ts';
import type { DataConnection, MediaConnection } from 'peerjs';
import { closeSoon, type Hello, say } from './guest-admission.ts';
import type { StartQueue } from './start-queue.ts';

/** How long the last frame of a lost connection stays while it reconnects. */
const KEEP_MS = 30_000;

type Known = Pick<Hello, 'name' | 'wants'> & { readonly heardAt: number };

/** Queues for starting and ending connections one at a time. */
export interface Turns {
  readonly begin: StartQueue;
  readonly end: StartQueue;
}

/** One guest's connections, from joining to leaving. */
export class HostGuest {
  readonly key: string;
  readonly name: string;
  readonly wants: Wish;
  /** In awake time of the page. */
  heardAt: number;
  paused = false;
  media: CallMedia | null = null;
  stream: MediaStream | null = null;
  admitted = false;
  readonly #data: DataConnection;
  readonly #turns: Turns;
  #call: MediaConnection | null = null;
  #kept: DataConnection | null = null;
  /** Since when `stream` shows the last frame of a lost connection; null while it is live. */
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

  /** Whether it was silent for too long and is to be dropped. */
  isDead(now: number): boolean {
    const silentMs = now - this.heardAt;
    return silentMs > PEER_DEAD_MS && !isHeldUp(silentMs, this.#data.peerConnection);
  }

  /** Whether it shows the last frame of a lost connection, until the next stream arrives. */
  get isReconnecting(): boolean {
    if (this.stream === null) return false;
    return this.#staleSince !== null || this.#data.peerConnection?.connectionState === 'disconnected';
  }

  /** The connection was lost without a goodbye: the last frame stays until it reconnects or is dropped. */
  lose(): void {
    this.#staleSince ??= this.heardAt;
  }

  /** Replaces the guest's earlier connection, whose last frame it shows until its own stream arrives. */
  replace(older: HostGuest): void {
    this.stream = older.stream;
    this.paused = older.paused;
    this.media = older.media;
    if (this.stream) this.#staleSince = this.heardAt;
    older.close();
  }

  /** Drops a last frame that no stream follows in time; returns whether it did. */
  forgetPicture(now: number): boolean {
    if (this.#staleSince === null || now - this.#staleSince <= (this.#call ? KEEP_MS : PEER_DEAD_MS)) return false;
    this.#has(null);
    return true;
  }

  /** Accepts the guest's stream after earlier ones have started, and sends `own` back in a call. */
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
      // A guest who stops sharing ends the call; one who lost the connection calls again.
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

  /** Adds a connection that closes with the guest. */
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

/** Calls `done` at the first frame of the stream. */
function whenSeen(stream: MediaStream, done: () => void): void {
  const [picture] = stream.getVideoTracks();
  if (picture?.muted) picture.addEventListener('unmute', done, { once: true });
  else done();
}

/** Bitrate of a 1080p screen with text; congestion control reduces it within a second. */
const START = 'x-google-start-bitrate=2500';
const VIDEO_CODEC = /^a=rtpmap:(\d+) (?:VP8|VP9|AV1|H26[45])\/.*$/gm;

/**
 * An SDP answer that asks the sender to start at a screen's bitrate: browsers start at 300 kbit/s, which delays the
 * first frame of a screen by seconds. The parameter is Chromium-specific, others ignore it.
 */
export function startFast(answer: string): string {
  return [...answer.matchAll(VIDEO_CODEC)].reduce((sdp, [line, payload]) => {
    const settings = `a=fmtp:${payload} `;
    return sdp.includes(settings)
      ? sdp.replace(settings, `${settings}${START};`)
      : sdp.replace(line, `${line}\r\n${settings}${START}`);
  }, answer);
}
