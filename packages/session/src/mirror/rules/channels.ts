import { MIRROR_CHANNEL_FIRST, MIRROR_CHANNEL_LAST } from '@berth/contract/limits';

/** The guest in each channel, 0 to 8 (spec chapter 4). Each guest has at most one. */
export type Channels = readonly (string | null)[];

const COUNT = MIRROR_CHANNEL_LAST - MIRROR_CHANNEL_FIRST + 1;
export const NO_CHANNELS: Channels = Array<null>(COUNT).fill(null);

/** Assigns a guest the first free channel; unchanged if it has one, or if none is free. */
export function occupy(channels: Channels, guest: string): Channels {
  const free = channels.indexOf(null);
  return channels.includes(guest) || free === -1 ? channels : channels.with(free, guest);
}

/** Moves a guest to channel 0; those before its old place shift by one. */
export function prepend(channels: Channels, guest: string): Channels {
  const own = channels.indexOf(guest);
  const gap = own === -1 ? channels.indexOf(null) : own;
  return gap === -1 ? channels : [guest, ...channels.slice(0, gap), ...channels.slice(gap + 1)];
}

/** Swaps two channels; unknown channels change nothing. */
export function swap(channels: Channels, a: number, b: number): Channels {
  const [first, second] = [channels[a], channels[b]];
  return first === undefined || second === undefined ? channels : channels.with(a, second).with(b, first);
}

/** Orders guests from channel 0 without gaps; those not listed follow in their order. */
export function arrange(channels: Channels, order: readonly string[]): Channels {
  const shown = guestsOf(channels);
  const named = [...new Set(order)].filter((guest) => shown.includes(guest));
  const whole = [...named, ...shown.filter((guest) => !named.includes(guest))];
  return NO_CHANNELS.map((_, index) => whole[index] ?? null);
}

export function release(channels: Channels, guest: string): Channels {
  return channels.map((shown) => (shown === guest ? null : shown));
}

/** The shown guests, by channel. */
export function guestsOf(channels: Channels): string[] {
  return channels.filter((guest) => guest !== null);
}

/** Columns of a grid that shows this many streams as large as possible on a wide screen. */
export function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(Math.max(1, count)));
}
