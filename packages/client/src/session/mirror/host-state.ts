import { type Channels, NO_CHANNELS } from './rules/channels.ts';

/** Somebody who is let in. */
export interface Guest {
  readonly key: string;
  readonly name: string;
  /** Changes with the picture, which the host gives out; null while there is none. */
  readonly streamId: string | null;
  readonly paused: boolean;
  readonly hasSound: boolean;
}

/** Somebody who waits to be let in. */
export interface Request {
  readonly key: string;
  readonly name: string;
}

export interface HostState {
  /** null while the cloud does not answer. */
  readonly code: string | null;
  readonly guests: readonly Guest[];
  readonly requests: readonly Request[];
  readonly channels: Channels;
  /** The guest who has the screen almost alone. */
  readonly spotlight: string | null;
}

export const NO_GUESTS: HostState = { code: null, guests: [], requests: [], channels: NO_CHANNELS, spotlight: null };
