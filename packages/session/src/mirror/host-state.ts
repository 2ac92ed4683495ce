import type { CallMedia, Wish } from '@berth/contract/signaling/mirror-messages';
import { type Channels, NO_CHANNELS } from './rules/channels.ts';

/** Somebody who is let in. */
export interface Guest {
  readonly key: string;
  readonly name: string;
  /** Changes with the picture, which the host gives out; null while there is none. */
  readonly streamId: string | null;
  readonly paused: boolean;
  /** Its connection was lost: this is the last picture before that, until the next one is there. */
  readonly reconnecting: boolean;
  readonly hasSound: boolean;
  readonly wants: Wish;
  /** What is given in a call; null until it is said. */
  readonly media: CallMedia | null;
}

/** Whoever shows something by AirPlay: let in by the PIN, with a picture that comes from the agent. */
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

/** Somebody who waits to be let in. */
export interface Request {
  readonly key: string;
  readonly name: string;
  readonly wants: Wish;
}

export interface HostState {
  /** null while the cloud does not answer. */
  readonly code: string | null;
  readonly guests: readonly Guest[];
  readonly requests: readonly Request[];
  readonly channels: Channels;
  /** The guest who has the screen almost alone. */
  readonly spotlight: string | null;
  /** Whether somebody calls and is given this machine's picture. */
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
