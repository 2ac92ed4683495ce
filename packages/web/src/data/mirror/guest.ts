import { readShareCode, type SharePeer } from '@berth/contract/api/signaling';
import { MIRROR_PROTOCOL_VERSION, PEER_DEAD_MS, PEER_PING_MS, RECONNECT_WAIT_MS } from '@berth/contract/limits';
import {
  type CallMedia,
  type FromEither,
  type FromGuest,
  type FromHost,
  type RefusedReason,
  readFromHost,
  readMessage,
  type Wish,
  writeMessage,
} from '@berth/contract/signaling/mirror-messages';
import type { DataConnection, Peer } from 'peerjs';
import { randomHex } from '../../lib/random-hex.ts';
import { call } from '../call.ts';
import { keepTicket, ticketOf } from './admission.ts';
import { type Fit, GuestCall } from './guest-call.ts';
import {
  answerUnknown,
  BOARD_CONNECTION,
  type BoardPeer,
  boardPeer,
  createAwakeTime,
  isHeldUp,
  openPeer,
  SERIALIZATION,
} from './open-peer.ts';

export type GuestPhase = 'connecting' | 'waiting' | 'welcome' | 'reconnecting' | 'over';

export interface GuestState {
  readonly phase: GuestPhase;
  readonly machine: string;
  /** Why it ended: as sent by the machine, or because it does not respond. */
  readonly reason: RefusedReason | 'lost' | 'left' | null;
  readonly sharing: boolean;
  readonly paused: boolean;
  /** Whether there is a whiteboard to draw on. */
  readonly board: boolean;
  /** Changes with the other side's stream, in a call; null while there is none. */
  readonly remoteId: string | null;
  /** Media of the other side in a call; null until announced. */
  readonly theirs: CallMedia | null;
  /** Position of the own stream, zero-based. */
  readonly place: { readonly position: number; readonly count: number; readonly spotlight: boolean } | null;
}

export interface GuestOptions {
  readonly code: string;
  readonly name: string;
  readonly wants: Wish;
  readonly onState: (state: GuestState) => void;
}

/** How long to search for a lost machine. */
const GIVE_UP_MS = 60_000;
/** Time limit of the first attempt to rejoin; each further attempt gets this much more. */
const ATTEMPT_MS = 4_000;

/** The guest's side of mirroring: redeems a code, is admitted, shares a stream, and reconnects. */
export class MirrorGuest {
  readonly #options: GuestOptions;
  readonly #peer: Peer;
  readonly #host: SharePeer;
  #key: string;
  #data: DataConnection | null = null;
  readonly #call: GuestCall;
  #stream: MediaStream | null = null;
  /** Own media in a call. */
  #own: CallMedia | null = null;
  /** The own stream's share of the machine's screen. */
  #fit: Fit | null = null;
  readonly #awake = createAwakeTime(() => performance.now());
  #heardAt = this.#awake.now();
  #lostAt: number | null = null;
  /** The current attempt to rejoin; null while there is none. */
  #attempt: { readonly count: number; readonly since: number } | null = null;
  #state: GuestState;
  readonly #beat: ReturnType<typeof setInterval>;

  private constructor(peer: Peer, host: SharePeer, options: GuestOptions) {
    this.#peer = peer;
    this.#host = host;
    this.#key = options.code;
    this.#options = options;
    this.#state = {
      phase: 'connecting',
      machine: host.machine.name,
      reason: null,
      sharing: false,
      paused: false,
      board: false,
      remoteId: null,
      theirs: null,
      place: null,
    };
    this.#call = new GuestCall(peer, host.peerId, (remoteId) => this.#set({ remoteId }));
    peer.on('open', () => {
      const { phase } = this.#state;
      // Only signaling was lost: admitted guests stay.
      if (phase === 'connecting' || phase === 'reconnecting') this.#connect();
    });
    peer.on('disconnected', () => setTimeout(() => this.#reachSignaling(), RECONNECT_WAIT_MS));
    peer.on('error', ({ type }) => {
      // An admitted guest hears the machine directly: only a call, or a board connection, found no peer.
      if (type === 'peer-unavailable' && this.#state.phase !== 'welcome') this.#fail();
    });
    this.#beat = setInterval(() => this.#watch(), PEER_PING_MS);
    this.#set({});
  }

  /** @throws ApiError for an invalid code, and if the cloud is unreachable. */
  static async join(options: GuestOptions): Promise<MirrorGuest> {
    const found = await call(readShareCode, { params: { otc: options.code } });
    const id = crypto.randomUUID();
    const peer = await openPeer({ signaling: found.signaling, id, token: randomHex(16) });
    return new MirrorGuest(peer, found, options);
  }

  /** The shared stream, even while paused. */
  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** The other side's stream, in a call. */
  get remote(): MediaStream | null {
    return this.#call.remote;
  }

  /** Replaces the shared stream. */
  share(stream: MediaStream): void {
    this.#stopTracks();
    this.#stream = stream;
    for (const track of stream.getVideoTracks()) track.addEventListener('ended', () => this.unshare());
    this.#set({ sharing: true, paused: false });
    this.#show();
    this.#send({ type: 'state', paused: false });
  }

  unshare(): void {
    this.#stopTracks();
    this.#call.stop();
    this.#set({ sharing: false, paused: false, place: null });
  }

  /** While paused nothing of the screen leaves this computer: the machine shows the last frame. */
  async pause(paused: boolean): Promise<void> {
    await this.#call.pause(paused);
    this.#set({ paused });
    this.#send({ type: 'state', paused });
  }

  /** Announces the own media of a call: now, and again after a reconnect. */
  tell(own: CallMedia): void {
    this.#own = own;
    if (this.#state.phase === 'welcome') this.#send({ type: 'media', ...own });
  }

  /** Opens a connection to the machine's whiteboard; either side may close it. */
  drawOn(): Promise<BoardPeer> {
    const data = this.#peer.connect(this.#host.peerId, BOARD_CONNECTION);
    return new Promise((resolve, reject) => {
      data.on('open', () => resolve(boardPeer(data)));
      data.on('error', reject);
      data.on('close', () => reject(new Error('The board is closed.')));
    });
  }

  leave(): void {
    if (this.#state.phase === 'over') return;
    this.#send({ type: 'leave' });
    this.#finish('left');
  }

  #connect(): void {
    this.#data?.close();
    this.#heardAt = this.#awake.now();
    this.#attempt = { count: (this.#attempt?.count ?? 0) + 1, since: performance.now() };
    const data = this.#peer.connect(this.#host.peerId, { serialization: SERIALIZATION, reliable: true });
    this.#data = data;
    data.on('open', () => this.#greet());
    data.on('data', (sent) => this.#take(sent));
    const fail = () => {
      if (this.#data === data) this.#fail();
    };
    data.on('close', fail);
    data.on('error', fail);
  }

  #greet(): void {
    const ticket = ticketOf(this.#host.machine.id);
    this.#send({
      type: 'hello',
      version: MIRROR_PROTOCOL_VERSION,
      name: this.#options.name,
      key: this.#key,
      ticket,
      wants: this.#options.wants,
    });
  }

  #take(sent: unknown): void {
    const message = readMessage(sent);
    if (!message) return;
    this.#heardAt = this.#awake.now();
    const read = readFromHost(message);
    const answer = read ? null : answerUnknown(message);
    if (read) this.#follow(read);
    else if (answer) this.#send(answer);
  }

  #follow(message: FromHost): void {
    switch (message.type) {
      case 'waiting':
        this.#set({ phase: 'waiting' });
        break;
      case 'welcome':
        this.#key = message.key;
        keepTicket(this.#host.machine.id, message.key);
        this.#lostAt = null;
        this.#attempt = null;
        this.#set({ phase: 'welcome' });
        this.#show();
        if (this.#state.paused) this.#send({ type: 'state', paused: true });
        if (this.#own) this.tell(this.#own);
        break;
      case 'refused':
        this.#finish(message.reason);
        break;
      case 'place': {
        const { position, count, spotlight, room, rate } = message;
        this.#set({ place: position === null ? null : { position, count, spotlight } });
        this.#fit = room && { room, rate };
        this.#fitPicture();
        break;
      }
      case 'media':
        this.#set({ theirs: { camera: message.camera, microphone: message.microphone } });
        break;
      case 'board':
        this.#set({ board: message.open });
        break;
      case 'ping':
        this.#send({ type: 'ping' });
        // A shared window may change its size at any time, without an event.
        this.#fitPicture();
        break;
      default:
        message satisfies never;
    }
  }

  #fitPicture(): void {
    if (this.#fit) this.#call.fit(this.#fit);
  }

  #show(): void {
    if (this.#stream && this.#state.phase === 'welcome') this.#call.show(this.#stream, this.#state.paused);
  }

  /** Handles a peer that does not respond or disappeared. */
  #fail(): void {
    if (this.#attempt) this.#attempt = { ...this.#attempt, since: Number.NEGATIVE_INFINITY };
    this.#lose();
  }

  #reachSignaling(): void {
    if (this.#state.phase !== 'over' && this.#peer.disconnected && !this.#peer.destroyed) this.#peer.reconnect();
  }

  /** Searches for the machine after it or the network is lost, in steps of two seconds. */
  #lose(): void {
    const { phase } = this.#state;
    if (phase === 'over' || phase === 'reconnecting') return;
    // A guest never admitted has nothing to rejoin.
    if (this.#key === this.#options.code) this.#finish('lost');
    else {
      this.#lostAt = performance.now();
      this.#attempt = null;
      this.#set({ phase: 'reconnecting', remoteId: null, place: null });
      this.#seek(this.#lostAt);
    }
  }

  #seek(since: number): void {
    if (this.#state.phase !== 'reconnecting' || this.#lostAt !== since) return;
    if (performance.now() - since > GIVE_UP_MS) {
      this.#finish('lost');
      return;
    }
    // A slow attempt is not replaced by the next one right away: on a busy computer none would ever succeed.
    const { count, since: began } = this.#attempt ?? { count: 0, since: Number.NEGATIVE_INFINITY };
    if (this.#peer.open && performance.now() - began >= count * ATTEMPT_MS) this.#connect();
    setTimeout(() => this.#seek(since), RECONNECT_WAIT_MS);
  }

  #watch(): void {
    this.#awake.beat();
    if (this.#state.phase !== 'welcome') return;
    const silentMs = this.#awake.now() - this.#heardAt;
    if (silentMs > PEER_DEAD_MS && !isHeldUp(silentMs, this.#data?.peerConnection)) this.#lose();
    else this.#call.watch();
  }

  #finish(reason: NonNullable<GuestState['reason']>): void {
    clearInterval(this.#beat);
    this.#stopTracks();
    this.#call.stop();
    this.#set({ phase: 'over', reason, sharing: false, board: false, remoteId: null, place: null });
    setTimeout(() => this.#peer.destroy(), RECONNECT_WAIT_MS);
  }

  #stopTracks(): void {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
  }

  #send(message: FromGuest | FromEither): void {
    if (this.#data?.open) void this.#data.send(writeMessage(message));
  }

  #set(change: Partial<GuestState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onState(this.#state);
  }
}
