import type { PhoneCall } from '@berth/contract/bridge/calls';

/** The name shown for a call: the other side's name, else its number. */
export function nameOf({ peer, peer_name }: Pick<PhoneCall, 'peer' | 'peer_name'>): string {
  return peer_name || peer;
}

/** Minutes and seconds since an instant, as on a phone: 4:05, 1:00:07. */
export function callTime(since: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return clock(seconds);
}

export function clock(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
