import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import type { Size } from '@berth/contract/signaling/mirror-messages';
import type { MediaConnection, Peer } from 'peerjs';

/** Time from a call to a connected stream. Busy computers are slow: each retry may take longer. */
const CONNECT_MS = 10_000;

/** A guest's stream to the machine: `watch` calls again until it arrives. */
export class GuestCall {
  readonly #peer: Peer;
  readonly #to: string;
  readonly #onRemote: (streamId: string) => void;
  #call: MediaConnection | null = null;
  #stream: MediaStream | null = null;
  #tracks = new Map<RTCRtpSender, MediaStreamTrack | null>();
  #paused = false;
  /** Kept for the next call, so that it starts no larger than shown. */
  #fit: Fit | null = null;
  #calls = 0;
  /** When it was called, or last seen connected. */
  #since = 0;

  /** @param onRemote called with the other side's picture, in a call both ways */
  constructor(peer: Peer, to: string, onRemote: (streamId: string) => void) {
    this.#peer = peer;
    this.#to = to;
    this.#onRemote = onRemote;
  }

  get remote(): MediaStream | null {
    return this.#call?.remoteStream ?? null;
  }

  /** Replaces the sent stream. */
  show(stream: MediaStream, paused: boolean): void {
    this.#stream = stream;
    this.#paused = paused;
    this.#calls = 0;
    this.#dial();
  }

  stop(): void {
    this.#stream = null;
    this.#call?.close();
    this.#call = null;
  }

  async pause(paused: boolean): Promise<void> {
    this.#paused = paused;
    await Promise.all([...this.#tracks].map(([sender, track]) => sender.replaceTrack(paused ? null : track)));
  }

  fit(fit: Fit): void {
    this.#fit = fit;
    for (const track of this.#stream?.getVideoTracks() ?? []) void slowDown(track, fit.rate);
    for (const sender of this.#call?.peerConnection?.getSenders() ?? []) void fitPicture(sender, fit);
  }

  /** Call every second: calls again if the call failed or takes too long. */
  watch(): void {
    if (!this.#stream) return;
    const now = performance.now();
    // PeerJS drops failed connections.
    const state = this.#call?.peerConnection?.connectionState ?? 'closed';
    if (state === 'connected') {
      this.#since = now;
      this.#calls = 1;
      return;
    }
    const isOver = state === 'failed' || state === 'closed';
    if (now - this.#since >= (isOver ? RECONNECT_WAIT_MS : CONNECT_MS * this.#calls)) this.#dial();
  }

  #dial(): void {
    this.#call?.close();
    this.#call = null;
    this.#tracks.clear();
    this.#since = performance.now();
    // Without signaling the call is lost, and PeerJS reports nothing: call once signaling is back.
    if (!this.#stream || !this.#peer.open) return;
    this.#calls += 1;
    const call = this.#peer.call(this.#to, this.#stream);
    this.#call = call;
    call.on('stream', (stream) => this.#onRemote(stream.id));
    for (const sender of call.peerConnection.getSenders()) this.#tracks.set(sender, sender.track);
    // Before the connection is negotiated: a busy computer has the least time for the first frames.
    if (this.#fit) this.fit(this.#fit);
    if (this.#paused) void this.pause(true);
  }
}

/** A stream's share of the display: size and frame rate. */
export interface Fit {
  readonly room: Size;
  /** null: every frame. */
  readonly rate: number | null;
}

/** The factor by which a stream can be scaled down to fit a size; at least 1. */
export function timesSmaller(picture: Partial<Size>, room: Size): number {
  const { width = 0, height = 0 } = picture;
  return Math.max(1, width / room.width, height / room.height);
}

/** Limits the capture rate to the shown frame rate: frames not captured cost nothing. */
export async function slowDown(track: MediaStreamTrack, rate: number | null): Promise<void> {
  const { frameRate, ...others } = track.getConstraints();
  const asked = typeof frameRate === 'object' ? (frameRate.max ?? null) : null;
  if (asked === rate) return;
  const slower = rate === null ? {} : { frameRate: { max: rate } };
  // A source that cannot change its capture rate is still sent at the lower rate.
  await track.applyConstraints({ ...others, ...slower }).catch(() => {});
}

/** Limits a sent stream to the shown size and frame rate: the rest would be encoded, sent and decoded for nothing. */
export async function fitPicture(sender: RTCRtpSender, { room, rate }: Fit): Promise<void> {
  if (sender.track?.kind !== 'video') return;
  const parameters = sender.getParameters();
  // In some browsers there is none before the connection is negotiated.
  const [encoding] = parameters.encodings;
  const scale = timesSmaller(sender.track.getSettings(), room);
  if (!encoding || (encoding.scaleResolutionDownBy === scale && encoding.maxFramerate === (rate ?? undefined))) return;
  encoding.scaleResolutionDownBy = scale;
  if (rate === null) delete encoding.maxFramerate;
  else encoding.maxFramerate = rate;
  // It may have ended meanwhile: then nothing is sent at all.
  await sender.setParameters(parameters).catch(() => {});
}
