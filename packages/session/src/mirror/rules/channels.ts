import { MIRROR_CHANNEL_FIRST, MIRROR_CHANNEL_LAST } from '@berth/contract/limits';

/** Who is shown in which channel, 0 to 8 (spec chapter 4). Each guest has at most one. */
export type Channels = readonly (string | null)[];

const COUNT = MIRROR_CHANNEL_LAST - MIRROR_CHANNEL_FIRST + 1;
export const NO_CHANNELS: Channels = Array<null>(COUNT).fill(null);

/** Gives a guest the first free channel; all as it was where it has one, or where none is free. */
export function occupy(channels: Channels, guest: string): Channels {
  const free = channels.indexOf(null);
  return channels.includes(guest) || free === -1 ? channels : channels.with(free, guest);
}

/** Puts a guest into channel 0; those before the gap that this fills move on by one. */
export function prepend(channels: Channels, guest: string): Channels {
  const own = channels.indexOf(guest);
  const gap = own === -1 ? channels.indexOf(null) : own;
  return gap === -1 ? channels : [guest, ...channels.slice(0, gap), ...channels.slice(gap + 1)];
}

/** Exchanges what two channels show; channels that are not there change nothing. */
export function swap(channels: Channels, a: number, b: number): Channels {
  const [first, second] = [channels[a], channels[b]];
  return first === undefined || second === undefined ? channels : channels.with(a, second).with(b, first);
}

/** Brings guests into this order from channel 0 on, without gaps; those that it does not name follow as they were. */
export function arrange(channels: Channels, order: readonly string[]): Channels {
  const shown = guestsOf(channels);
  const named = [...new Set(order)].filter((guest) => shown.includes(guest));
  const whole = [...named, ...shown.filter((guest) => !named.includes(guest))];
  return NO_CHANNELS.map((_, index) => whole[index] ?? null);
}

export function release(channels: Channels, guest: string): Channels {
  return channels.map((shown) => (shown === guest ? null : shown));
}

/** Whoever is shown, by channel. */
export function guestsOf(channels: Channels): string[] {
  return channels.filter((guest) => guest !== null);
}

/** Columns of a grid that shows so many pictures as large as they get on a wide screen. */
export function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(Math.max(1, count)));
}
