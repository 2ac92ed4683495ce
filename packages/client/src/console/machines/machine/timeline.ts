import type { PresenceSpan } from '@berth/contract/api/machines';

/** A piece of the timeline; numbers are milliseconds since 1970. */
interface Piece {
  readonly since: number;
  readonly until: number;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly pieces: readonly Piece[];
  /** Part of the time, from 0 to 1, that the machine was online. */
  readonly share: number;
  /** How often it went away and came back. */
  readonly interruptions: number;
}

/** The spans that lie in a time, cut to it; a span without an end lasts until its end. */
export function timelineOf(spans: readonly PresenceSpan[], from: number, to: number): Timeline {
  const pieces = spans
    .map(({ since, until }) => ({
      since: Math.max(from, Date.parse(since)),
      until: Math.min(to, until === null ? to : Date.parse(until)),
    }))
    .filter(({ since, until }) => until >= since && until > from);
  const online = pieces.reduce((sum, { since, until }) => sum + until - since, 0);
  return {
    from,
    to,
    pieces,
    share: to > from ? online / (to - from) : 0,
    interruptions: Math.max(0, pieces.length - 1),
  };
}
