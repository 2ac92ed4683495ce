import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';

/** The calendar of the machine's room (spec chapter 3, calendar_integration). */

const Instant = Type.String({ format: 'date-time' });

export const Meeting = closed({
  id: Type.String(),
  /** Empty if the meeting has none. */
  title: Type.String(),
  /** Private: title and organizer are omitted. */
  private: Type.Boolean(),
  organizer: Type.String(),
  start: Instant,
  /** Exclusive. */
  end: Instant,
  /** Whole days in the machine's time zone. */
  allDay: Type.Boolean(),
  /** Whether it has a link, which `join_meeting` opens. */
  joinable: Type.Boolean(),
});
export type Meeting = Type.Static<typeof Meeting>;

/** Why the calendar cannot be read. Text key: `calendar.error.<error>`. */
export const CALENDAR_ERROR_CODES = ['unreachable', 'login', 'not-found', 'private-address', 'failed'] as const;
export type CalendarErrorCode = (typeof CALENDAR_ERROR_CODES)[number];

/** Null if this machine has no calendar. */
export const CalendarState = Type.Union([
  closed({
    /** Current meetings and those of the next days, soonest first; null until read once. */
    meetings: Type.Union([Type.Array(Meeting), Type.Null()]),
    /** When they were last read. */
    readAt: Type.Union([Instant, Type.Null()]),
    /** The last failure; the meetings are then the previous ones. */
    error: Type.Union([Type.Enum([...CALENDAR_ERROR_CODES]), Type.Null()]),
  }),
  Type.Null(),
]);
export type CalendarState = Type.Static<typeof CalendarState>;

export const CALENDAR_METHODS = {
  /** Reads it again now; replies when done, even if it failed. */
  refresh_calendar: { input: Nothing, output: Empty },
  /** Opens the meeting's link in a window, or raises its window. */
  join_meeting: { input: closed({ id: Type.String({ maxLength: 1_024 }) }), output: Empty },
} as const;
