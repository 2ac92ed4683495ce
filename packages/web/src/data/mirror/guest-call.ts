import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import type { Size } from '@berth/contract/signaling/mirror-messages';
import type { MediaConnection, Peer } from 'peerjs';

/** From a call to a picture that can travel. Busy computers need long: each time it is called again it may take longer. */
const CONNECT_MS = 10_000;

/** A guest's picture on its way to the machine: called again, by `watch`, while it does not get there. */
export class GuestCall {
  readonly #peer: Peer;
  readonly #to: string;
  readonly #onRemote: (streamId: string) => void;
  #call: MediaConnection | null = null;
  #stream: MediaStream | null = null;
  #tracks = new Map<RTCRtpSender, MediaStreamTrack | null>();
  #paused = false;
  /** Kept for the next call, so that it begins no larger than it is shown. */
  #fit: Fit | null = null;
  #calls = 0;
  /** When it was called, or was last seen connected. */
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

  /** Sends this picture instead of the one before. */
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

  /** To be called every second: calls again where the call came to nothing, or takes too long. */
  watch(): void {
    if (!this.#stream) return;
    const now = performance.now();
    // PeerJS lets go of a connection that failed.
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
    // Without signaling nobody hears the call, not even PeerJS says so: it is made once that is back.
    if (!this.#stream || !this.#peer.open) return;
    this.#calls += 1;
    const call = this.#peer.call(this.#to, this.#stream);
    this.#call = call;
    call.on('stream', (stream) => this.#onRemote(stream.id));
    for (const sender of call.peerConnection.getSenders()) this.#tracks.set(sender, sender.track);
    // Before the connection is agreed on: the first pictures are those that a busy computer has the least time for.
    if (this.#fit) this.fit(this.#fit);
    if (this.#paused) void this.pause(true);
  }
}

/** What a picture has where it is shown: room, and pictures a second. */
export interface Fit {
  readonly room: Size;
  /** null: as many as there are. */
  readonly rate: number | null;
}

/** How many times smaller a picture may be made where it is shown in so much room, whole; never larger than it is. */
export function timesSmaller(picture: Partial<Size>, room: Size): number {
  const { width = 0, height = 0 } = picture;
  return Math.max(1, width / room.width, height / room.height);
}

/** Has a picture captured no oftener than it is shown: what is not taken costs its computer nothing at all. */
export async function slowDown(track: MediaStreamTrack, rate: number | null): Promise<void> {
  const { frameRate, ...others } = track.getConstraints();
  const asked = typeof frameRate === 'object' ? (frameRate.max ?? null) : null;
  if (asked === rate) return;
  const slower = rate === null ? {} : { frameRate: { max: rate } };
  // What cannot be captured at another rate is still sent at it.
  await track.applyConstraints({ ...others, ...slower }).catch(() => {});
}

/** Has a picture sent no larger and no oftener than it is shown: the rest would be encoded, carried and decoded for nothing. */
export async function fitPicture(sender: RTCRtpSender, { room, rate }: Fit): Promise<void> {
  if (sender.track?.kind !== 'video') return;
  const parameters = sender.getParameters();
  // None, in some browsers, before both sides have agreed on the connection.
  const [encoding] = parameters.encodings;
  const scale = timesSmaller(sender.track.getSettings(), room);
  if (!encoding || (encoding.scaleResolutionDownBy === scale && encoding.maxFramerate === (rate ?? undefined))) return;
  encoding.scaleResolutionDownBy = scale;
  if (rate === null) delete encoding.maxFramerate;
  else encoding.maxFramerate = rate;
  // It may have ended meanwhile: then nothing is sent at all.
  await sender.setParameters(parameters).catch(() => {});
}
