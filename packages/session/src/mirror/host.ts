import type { MirrorHostIdentity } from '@berth/contract/bridge/screen';
import { MIRROR_PROTOCOL_VERSION, PEER_PING_MS } from '@berth/contract/limits';
import { speaksOurVersion } from '@berth/contract/signaling/mirror-messages';
import { BOARD_LABEL, boardPeer, createAwakeTime, SERIALIZATION } from '@berth/web/data/mirror/open-peer.ts';
import { randomHex } from '@berth/web/lib/random-hex.ts';
import type { DataConnection, MediaConnection } from 'peerjs';
import type { Bridge } from '../bridge/bridge.ts';
import { sharedBoard } from '../state/shared-board.ts';
import { createStore, type Store } from '../state/store.ts';
import { GuestAdmission, type Hello, type Welcomed } from './guest-admission.ts';
import { HostGuest, type Turns } from './host-guest.ts';
import { type HostPeer, newIdentity, openHostPeer } from './host-peer.ts';
import { AIRPLAY, type HostState, NO_GUESTS } from './host-state.ts';
import { type AcceptRule, decideOn } from './moderation.ts';
import { type OwnMedia, openOwnMedia } from './own-media.ts';
import { type Channels, NO_CHANNELS, occupy, release } from './rules/channels.ts';
import { placeOf } from './rules/guest-placement.ts';
import { StartQueue } from './start-queue.ts';

export interface HostOptions {
  readonly bridge: Bridge;
  /** URLs of the three signaling servers. */
  readonly signaling: readonly string[];
  /** The identity before a crash of the page; null: a new one. Guests return to it. */
  readonly kept: MirrorHostIdentity | null;
  readonly keep: (identity: MirrorHostIdentity) => void;
  readonly rule: () => AcceptRule;
  /** Disconnects the AirPlay sender. */
  readonly endAirplay: () => void;
  /** Called when a guest asks to join, or shows a first stream: the screen should be visible. */
  readonly onAttention: (why: 'asked' | 'shown') => void;
}

/** One guest per channel, sharing or waiting. */
const GUESTS_MAX = NO_CHANNELS.length;
/** Guests remembered for their return. */
const KNOWN_MAX = 100;
/** Time limit from an answered call to its first frame: then the next one is answered. */
const BEGIN_MS = 2_000;
/** Pause between ending connections: each blocks the page, on a busy computer for seconds. */
const END_MS = 500;

/** The machine's side of mirroring: admits guests, monitors them and assigns channels. */
export class MirrorHost {
  readonly state: Store<HostState> = createStore<HostState>(NO_GUESTS);
  readonly #options: HostOptions;
  readonly #door = new GuestAdmission((data, hello) => this.#knock(data, hello));
  readonly #guests = new Map<string, HostGuest>();
  readonly #turns: Turns = { begin: new StartQueue(BEGIN_MS), end: new StartQueue(END_MS) };
  #identity: MirrorHostIdentity;
  #peer: HostPeer | null = null;
  #own: Promise<OwnMedia> | null = null;
  #airplay = false;
  #acceptedAt: number | null = null;
  readonly #awake = createAwakeTime(() => performance.now());
  readonly #ending = new AbortController();

  constructor(options: HostOptions) {
    this.#options = options;
    this.#identity = options.kept ?? newIdentity();
  }

  async start(): Promise<void> {
    const { signal } = this.#ending;
    const watch = setInterval(() => this.#beat(), PEER_PING_MS);
    signal.addEventListener('abort', () => clearInterval(watch));
    const unwatch = sharedBoard.subscribe(() => this.#tellOfBoard());
    signal.addEventListener('abort', unwatch);
    addEventListener('resize', () => this.#tellPlaces(), { signal });
    await this.#open();
  }

  stop(): void {
    this.#ending.abort();
    for (const key of [...this.#guests.keys()]) this.end(key);
    this.#turns.begin.clear();
    this.#peer?.close();
  }

  async #open(): Promise<void> {
    this.#options.keep(this.#identity);
    const peer = await openHostPeer({
      ...this.#options,
      identity: this.#identity,
      onData: (data) => (data.label === BOARD_LABEL ? this.#bringToBoard(data) : this.#door.open(data)),
      onCall: (call) => this.#answer(call),
      onCode: (code) => this.state.set({ code }),
      onTaken: () => {
        for (const guest of [...this.#guests.values()]) this.#drop(guest);
        this.#identity = newIdentity();
        void this.#open();
      },
    });
    if (this.#ending.signal.aborted) peer.close();
    else this.#peer = peer;
  }

  /** This machine's media in calls, while there is one. */
  get own(): Promise<OwnMedia> | null {
    return this.#own;
  }

  /**
   * Adds or removes the AirPlay sender, which uses one channel of the grid.
   * @param isNew whether it comes to the front
   */
  setAirplay(shown: boolean, isNew = true): void {
    if (shown === this.#airplay) return;
    this.#airplay = shown;
    const { channels } = this.state.get();
    this.#publish(shown ? occupy(channels, AIRPLAY.key) : release(channels, AIRPLAY.key));
    if (shown && isNew) this.#options.onAttention('shown');
  }

  streamOf(key: string): MediaStream | null {
    return this.#guests.get(key)?.stream ?? null;
  }

  /** Applies the user's answer to a waiting guest. */
  decide(key: string, accepted: boolean): void {
    const guest = this.#guests.get(key);
    if (!guest || guest.admitted) return;
    if (accepted) this.#admit(guest);
    else this.#refuse(guest, 'denied');
  }

  end(key: string): void {
    if (key === AIRPLAY.key) this.#options.endAirplay();
    const guest = this.#guests.get(key);
    if (!guest) return;
    this.#forget(key);
    this.#refuse(guest, 'ended');
  }

  /** Invalidates all codes shown so far, when the session ends. */
  renewCodes(): void {
    this.#know([]);
    this.#peer?.codes.replace();
  }

  setChannels(channels: Channels): void {
    this.state.set({ channels });
    this.#tellPlaces();
  }

  setSpotlight(spotlight: string | null): void {
    this.state.set({ spotlight });
    this.#tellPlaces();
  }

  #knock(data: DataConnection, hello: Hello): Welcomed | null {
    const { known } = this.#identity;
    // A returning guest needs no code; one with a code and a key is a known guest.
    const ticket = [hello.key, hello.ticket].find((each) => each !== null && known.includes(each)) ?? null;
    const isBack = ticket === hello.key;
    const guest = new HostGuest(data, this.#turns, ticket ?? randomHex(16), { ...hello, heardAt: this.#awake.now() });
    const older = this.#guests.get(guest.key);
    const reason = !speaksOurVersion(hello.version)
      ? 'version'
      : !isBack && !this.#peer?.codes.take(hello.key)
        ? 'code'
        : !older && this.#guests.size >= GUESTS_MAX
          ? 'full'
          : null;
    if (reason) {
      guest.send({ type: 'refused', reason });
      guest.close();
      return null;
    }
    const isKnown = ticket !== null;
    const times = { acceptedAt: this.#acceptedAt, now: performance.now() };
    // A call opens this machine's camera: a user must agree, except to a reconnect.
    const isAsked = hello.wants === 'call' && !isBack;
    const decision = isAsked ? 'ask' : decideOn(this.#options.rule(), { known: isKnown, ...times });
    if (older && isBack && decision === 'accept' && older.wants === guest.wants) guest.replace(older);
    else if (older) this.#drop(older);
    this.#guests.set(guest.key, guest);
    if (decision === 'accept') this.#admit(guest);
    else {
      guest.send({ type: 'waiting' });
      this.#publish();
      this.#options.onAttention('asked');
    }
    return {
      onMessage: (message) => this.#hear(guest, message),
      onGone: (misbehaved) => {
        if (misbehaved) this.#forget(guest.key);
        if (misbehaved || !guest.stream) this.#drop(guest);
        else if (this.#guests.get(guest.key) === guest) {
          guest.lose();
          this.#publish();
        }
      },
    };
  }

  #hear(guest: HostGuest, message: Parameters<Welcomed['onMessage']>[0]): void {
    guest.heardAt = this.#awake.now();
    if (message.type === 'leave') this.#drop(guest);
    else if (message.type === 'state') {
      guest.paused = message.paused;
      this.#publish();
    } else if (message.type === 'media') {
      guest.media = { camera: message.camera, microphone: message.microphone };
      this.#publish();
    } else message.type satisfies 'ping';
  }

  #admit(guest: HostGuest): void {
    guest.admitted = true;
    this.#acceptedAt = performance.now();
    this.#know([...new Set([...this.#identity.known, guest.key])]);
    guest.send({ type: 'welcome', version: MIRROR_PROTOCOL_VERSION, key: guest.key });
    if (sharedBoard.get()) guest.send({ type: 'board', open: true });
    this.#publish();
  }

  #answer(call: MediaConnection): void {
    const guest = [...this.#guests.values()].find(({ peer, admitted }) => admitted && peer === call.peer);
    if (!guest) call.close();
    else if (guest.wants === 'show') this.#show(guest, call, undefined);
    else {
      this.#own ??= openOwnMedia();
      void this.#own.then((own) => {
        this.#show(guest, call, own.stream);
        this.#tellMedia(own);
        own.listen(() => this.#tellMedia(own));
      });
    }
  }

  #show(guest: HostGuest, call: MediaConnection, own: MediaStream | undefined): void {
    if (this.#guests.get(guest.key) !== guest) {
      call.close();
      return;
    }
    guest.answer(call, own, () => {
      const { channels } = this.state.get();
      const next = guest.stream ? occupy(channels, guest.key) : release(channels, guest.key);
      this.#publish(next);
      if (guest.stream && next !== channels) this.#options.onAttention('shown');
    });
  }

  // Admitted guests only.
  #bringToBoard(data: DataConnection): void {
    const guest = [...this.#guests.values()].find(({ peer, admitted }) => admitted && peer === data.peer);
    const board = sharedBoard.get();
    if (!guest || !board || data.serialization !== SERIALIZATION) {
      data.close();
      return;
    }
    guest.keep(data);
    data.on('open', () => board.join(boardPeer(data), guest.name));
  }

  /** Tells everyone in a call which media are off on purpose. */
  #tellMedia(own: OwnMedia): void {
    for (const guest of this.#guests.values()) {
      if (guest.admitted && guest.wants === 'call') guest.send({ type: 'media', ...own.state() });
    }
  }

  #tellOfBoard(): void {
    const open = sharedBoard.get() !== null;
    for (const guest of this.#guests.values()) if (guest.admitted) guest.send({ type: 'board', open });
  }

  #refuse(guest: HostGuest, reason: 'denied' | 'ended'): void {
    guest.send({ type: 'refused', reason });
    this.#drop(guest);
  }

  #drop(guest: HostGuest): void {
    if (this.#guests.get(guest.key) === guest) this.#guests.delete(guest.key);
    guest.close();
    if (!this.#hasCall()) {
      void this.#own?.then((own) => own.stop());
      this.#own = null;
    }
    const { channels, spotlight } = this.state.get();
    if (spotlight === guest.key) this.state.set({ spotlight: null });
    this.#publish(this.#guests.has(guest.key) ? channels : release(channels, guest.key));
  }

  #hasCall(): boolean {
    return [...this.#guests.values()].some(({ admitted, wants }) => admitted && wants === 'call');
  }

  #beat(): void {
    this.#awake.beat();
    const now = this.#awake.now();
    for (const guest of this.#guests.values()) {
      if (guest.isDead(now)) this.#drop(guest);
      else {
        guest.send({ type: 'ping' });
        this.#tend(guest, now);
      }
    }
    this.#peer?.tidy();
  }

  /** Updates whether a guest shows only its last frame, and drops one that no stream follows. */
  #tend(guest: HostGuest, now: number): void {
    const { guests, channels } = this.state.get();
    if (guest.forgetPicture(now)) this.#publish(release(channels, guest.key));
    else if (guests.some(({ key, reconnecting }) => key === guest.key && reconnecting !== guest.isReconnecting))
      this.#publish();
  }

  /** A disconnected guest needs a new code to return. */
  #forget(key: string): void {
    this.#know(this.#identity.known.filter((each) => each !== key));
  }

  #know(known: readonly string[]): void {
    this.#identity = { ...this.#identity, known: known.slice(-KNOWN_MAX) };
    this.#options.keep(this.#identity);
  }

  #publish(channels = this.state.get().channels): void {
    const all = [...this.#guests.values()];
    this.state.set({
      channels,
      guests: [
        ...(this.#airplay ? [AIRPLAY] : []),
        ...all
          .filter(({ admitted }) => admitted)
          .map(({ key, name, wants, stream, paused, media, isReconnecting }) => ({
            key,
            name,
            paused,
            wants,
            media,
            reconnecting: isReconnecting,
            streamId: stream?.id ?? null,
            hasSound: (stream?.getAudioTracks().length ?? 0) > 0,
          })),
      ],
      requests: all.filter(({ admitted }) => !admitted).map(({ key, name, wants }) => ({ key, name, wants })),
      inCall: this.#hasCall(),
    });
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    const { channels, spotlight } = this.state.get();
    const admitted = [...this.#guests.values()].filter((guest) => guest.admitted);
    const screen = {
      guests: admitted.length + (this.#airplay ? 1 : 0),
      width: innerWidth * devicePixelRatio,
      height: innerHeight * devicePixelRatio,
      cores: navigator.hardwareConcurrency,
    };
    for (const guest of admitted) guest.send(placeOf(guest.key, channels, spotlight, screen));
  }
}
