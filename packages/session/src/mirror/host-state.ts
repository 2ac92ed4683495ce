import type { CallMedia, Wish } from '@berth/contract/signaling/mirror-messages';
import { type Channels, NO_CHANNELS } from './rules/channels.ts';

/** An admitted guest. */
export interface Guest {
  readonly key: string;
  readonly name: string;
  /** Changes with the stream, which the host provides; null while there is none. */
  readonly streamId: string | null;
  readonly paused: boolean;
  /** Whether the connection was lost: shows the last frame until the next stream arrives. */
  readonly reconnecting: boolean;
  readonly hasSound: boolean;
  readonly wants: Wish;
  /** Media in a call; null until announced. */
  readonly media: CallMedia | null;
}

/** The AirPlay sender: admitted by PIN, with a stream from the agent. */
export const AIRPLAY: Guest = {
  key: 'airplay',
  name: 'AirPlay',
  streamId: null,
  paused: false,
  reconnecting: false,
  hasSound: false,
  wants: 'show',
  media: null,
};

/** A guest who waits to be admitted. */
export interface Request {
  readonly key: string;
  readonly name: string;
  readonly wants: Wish;
}

export interface HostState {
  /** null while the cloud does not respond. */
  readonly code: string | null;
  readonly guests: readonly Guest[];
  readonly requests: readonly Request[];
  readonly channels: Channels;
  /** The enlarged guest. */
  readonly spotlight: string | null;
  /** Whether a guest calls and receives this machine's video. */
  readonly inCall: boolean;
}

export const NO_GUESTS: HostState = {
  code: null,
  guests: [],
  requests: [],
  channels: NO_CHANNELS,
  spotlight: null,
  inCall: false,
};
