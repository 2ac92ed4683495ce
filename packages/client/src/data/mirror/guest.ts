import { readShareCode, type SharePeer } from '@berth/contract/api/signalling';
import { MIRROR_PROTOCOL_VERSION, PEER_DEAD_MS, PEER_PING_MS, RECONNECT_WAIT_MS } from '@berth/contract/limits';
import type { DataConnection, MediaConnection, Peer } from 'peerjs';
import { randomHex } from '../../lib/random-hex.ts';
import { call } from '../call.ts';
import { BOARD_CONNECTION, type BoardPeer, boardPeer } from './board-channel.ts';
import { fitPicture, type Size } from './fit.ts';
import {
  answerUnknown,
  type FromEither,
  type FromGuest,
  type FromHost,
  type Refusal,
  readFromHost,
  readMessage,
  type Wish,
  writeMessage,
} from './messages.ts';
import { openPeer, SERIALIZATION } from './open-peer.ts';
import { keepTicket, ticketOf } from './tickets.ts';

export type GuestPhase = 'connecting' | 'waiting' | 'welcome' | 'reconnecting' | 'over';

export interface GuestState {
  readonly phase: GuestPhase;
  readonly machine: string;
  /** Why it is over: said by the machine, or that it does not answer any more. */
  readonly reason: Refusal | 'lost' | 'left' | null;
  readonly sharing: boolean;
  readonly paused: boolean;
  /** There is a whiteboard to draw on. */
  readonly board: boolean;
  /** Changes with the other side's picture, in a call; null while there is none. */
  readonly remoteId: string | null;
  /** Where the own picture is shown, counted from 0. */
  readonly place: { readonly position: number; readonly count: number; readonly spotlight: boolean } | null;
}

export interface GuestOptions {
  readonly code: string;
  readonly name: string;
  readonly wants: Wish;
  readonly onState: (state: GuestState) => void;
}

/** How long a lost machine is looked for. */
const GIVE_UP_MS = 60_000;

/**
 * A guest's side of mirroring: uses a code up, is let in, shows a picture, and finds its way back.
 */
export class MirrorGuest {
  readonly #options: GuestOptions;
  readonly #peer: Peer;
  readonly #host: SharePeer;
  #key: string;
  #data: DataConnection | null = null;
  #call: MediaConnection | null = null;
  #stream: MediaStream | null = null;
  /** What the own picture has on the machine's screen. */
  #room: Size | null = null;
  #heardAt = performance.now();
  #lostAt: number | null = null;
  #state: GuestState;
  readonly #beat: ReturnType<typeof setInterval>;

  private constructor(peer: Peer, host: SharePeer, options: GuestOptions) {
    this.#peer = peer;
    this.#host = host;
    this.#key = options.code;
    this.#options = options;
    this.#state = {
      ...{ phase: 'connecting', machine: host.machine.name, reason: null, sharing: false, paused: false },
      ...{ board: false, remoteId: null, place: null },
    };
    peer.on('open', () => this.#connect());
    peer.on('error', ({ type }) => {
      if (type === 'peer-unavailable') this.#lose();
    });
    this.#beat = setInterval(() => this.#watch(), PEER_PING_MS);
    this.#set({});
  }

  /** @throws ApiError for a code that is worth nothing, and where the cloud does not answer. */
  static async join(options: GuestOptions): Promise<MirrorGuest> {
    const found = await call(readShareCode, { params: { otc: options.code } });
    const id = crypto.randomUUID();
    const peer = await openPeer({ signalling: found.signalling, id, token: randomHex(16) });
    return new MirrorGuest(peer, found, options);
  }

  /** What is shown, or would be were it not paused. */
  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** The other side's picture, in a call. */
  get remote(): MediaStream | null {
    return this.#call?.remoteStream ?? null;
  }

  /** Shows this picture instead of the one before. */
  share(stream: MediaStream): void {
    this.#stopTracks();
    this.#stream = stream;
    for (const track of stream.getVideoTracks()) track.addEventListener('ended', () => this.unshare());
    this.#show();
    this.#set({ sharing: true, paused: false });
    this.#send({ type: 'state', paused: false });
  }

  unshare(): void {
    this.#stopTracks();
    this.#call?.close();
    this.#call = null;
    this.#set({ sharing: false, paused: false, place: null });
  }

  /** While paused nothing of the screen leaves this computer: the machine shows the last picture. */
  async pause(paused: boolean): Promise<void> {
    for (const sender of this.#call?.peerConnection?.getSenders() ?? []) {
      const track = this.#stream?.getTracks().find(({ kind }) => kind === this.#kindOf(sender));
      await sender.replaceTrack(paused ? null : (track ?? null));
    }
    this.#set({ paused });
    this.#send({ type: 'state', paused });
  }

  /** A way to the machine's whiteboard, closed by either side. */
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

  readonly #kinds = new WeakMap<RTCRtpSender, string>();
  #kindOf(sender: RTCRtpSender): string | undefined {
    if (sender.track) this.#kinds.set(sender, sender.track.kind);
    return this.#kinds.get(sender);
  }

  #connect(): void {
    this.#data?.close();
    this.#heardAt = performance.now();
    const data = this.#peer.connect(this.#host.peerId, { serialization: SERIALIZATION, reliable: true });
    this.#data = data;
    data.on('open', () => this.#greet());
    data.on('data', (sent) => this.#take(sent));
    data.on('close', () => {
      if (this.#data === data) this.#lose();
    });
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
    this.#heardAt = performance.now();
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
        this.#set({ phase: 'welcome' });
        this.#show();
        break;
      case 'refused':
        this.#finish(message.reason);
        break;
      case 'place': {
        const { position, count, spotlight, room } = message;
        this.#set({ place: position === null ? null : { position, count, spotlight } });
        this.#room = room;
        this.#fit();
        break;
      }
      case 'board':
        this.#set({ board: message.open });
        break;
      case 'ping':
        this.#send({ type: 'ping' });
        // A shared window has another size every now and then, and nothing says so.
        this.#fit();
        break;
    }
  }

  #fit(): void {
    if (!this.#room) return;
    for (const sender of this.#call?.peerConnection?.getSenders() ?? []) void fitPicture(sender, this.#room);
  }

  #show(): void {
    if (!this.#stream || this.#state.phase !== 'welcome') return;
    this.#call?.close();
    const call = this.#peer.call(this.#host.peerId, this.#stream);
    this.#call = call;
    call.on('stream', (stream) => this.#set({ remoteId: stream.id }));
  }

  /** The machine is gone, or the network: looked for in steps of two seconds. */
  #lose(): void {
    const { phase } = this.#state;
    if (phase === 'over' || phase === 'reconnecting') return;
    // Who was never let in has nothing to come back to.
    if (this.#key === this.#options.code) this.#finish('lost');
    else {
      this.#lostAt = performance.now();
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
    if (this.#peer.disconnected) this.#peer.reconnect();
    else this.#connect();
    setTimeout(() => this.#seek(since), RECONNECT_WAIT_MS);
  }

  #watch(): void {
    const isSilent = performance.now() - this.#heardAt > PEER_DEAD_MS;
    if (isSilent && this.#state.phase === 'welcome') this.#lose();
  }

  #finish(reason: NonNullable<GuestState['reason']>): void {
    clearInterval(this.#beat);
    this.#stopTracks();
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
