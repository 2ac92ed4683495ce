import type { PresenceSpan } from '@berth/contract/api/machines';

/** A piece of the timeline; numbers are milliseconds since 1970. */
interface Piece {
  readonly since: number;
  readonly until: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** From when on it could be online: its registration, where that lies in the time. */
  readonly counted: number;
  readonly pieces: readonly Piece[];
  /** Part of the time that counts, from 0 to 1, that the machine was online. */
  readonly share: number;
  /** How often it went away and came back. */
  readonly interruptions: number;
}

/** The spans that lie in a time, cut to it; a span without an end lasts until its end. */
export function timelineOf(
  spans: readonly PresenceSpan[],
  { from, to, registered }: { readonly from: number; readonly to: number; readonly registered: number },
): Timeline {
  const counted = Math.min(to, Math.max(from, registered));
  const pieces = spans
    .map(({ since, until }) => ({
      since: Math.max(counted, Date.parse(since)),
      until: Math.min(to, until === null ? to : Date.parse(until)),
    }))
    .filter(({ since, until }) => until >= since && until > counted);
  const online = pieces.reduce((sum, { since, until }) => sum + until - since, 0);
  return {
    from,
    to,
    counted,
    pieces,
    share: to > counted ? online / (to - counted) : 0,
    interruptions: Math.max(0, pieces.length - 1),
  };
}
