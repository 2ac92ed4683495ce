import type { Meeting } from '@berth/contract/bridge/calendar';

/** The meetings of one day; those continuing from yesterday count as today's. */
export interface MeetingDay {
  /** Days from today. */
  readonly ahead: number;
  readonly date: Date;
  readonly meetings: readonly Meeting[];
}

/** Current and future meetings of a calendar by day, without empty days. */
export function meetingDays(meetings: readonly Meeting[], now: Date): MeetingDay[] {
  const days = new Map<number, MeetingDay>();
  for (const meeting of meetings.filter(({ end }) => Date.parse(end) > now.getTime())) {
    const ahead = Math.max(0, daysBetween(now, new Date(meeting.start)));
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
    days.set(ahead, { ahead, date, meetings: [...(days.get(ahead)?.meetings ?? []), meeting] });
  }
  return [...days.values()].sort((a, b) => a.ahead - b.ahead);
}

/** Whether the room is occupied, and until when; null: it is free for the whole loaded period. */
export function roomUse(
  meetings: readonly Meeting[],
  now: Date,
): { readonly busy: boolean; readonly until: string } | null {
  const timed = meetings.filter(({ allDay, end }) => !allDay && Date.parse(end) > now.getTime());
  let until = now.getTime();
  // Includes consecutive meetings without a break.
  for (const { start, end } of timed) if (Date.parse(start) <= until) until = Math.max(until, Date.parse(end));
  if (until > now.getTime()) return { busy: true, until: new Date(until).toISOString() };
  const [next] = timed;
  return next ? { busy: false, until: next.start } : null;
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (time: Date): number => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  return (midnight(to) - midnight(from)) / 86_400_000;
}
