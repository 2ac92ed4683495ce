import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';

/** The calendar of the machine's room (spec chapter 3, calendar_integration). */

const Instant = Type.String({ format: 'date-time' });

export const Meeting = closed({
  id: Type.String(),
  /** Empty where the meeting has none. */
  title: Type.String(),
  /** Its title and organizer are private, and left out. */
  private: Type.Boolean(),
  organizer: Type.String(),
  start: Instant,
  /** After it, not in it. */
  end: Instant,
  /** Whole days of the machine's time zone. */
  allDay: Type.Boolean(),
  /** Whether there is a link that opens by `join_meeting`. */
  joinable: Type.Boolean(),
});
export type Meeting = Type.Static<typeof Meeting>;

/** Why the calendar cannot be read, the rest of a key of the locale files: `calendar.problem.<problem>`. */
export const CALENDAR_ERROR_CODES = ['unreachable', 'login', 'not-found', 'private-address', 'failed'] as const;
export type CalendarErrorCode = (typeof CALENDAR_ERROR_CODES)[number];

/** Null: this machine has no calendar. */
export const CalendarState = Type.Union([
  closed({
    /** Those that go on or begin within the next days, the soonest first; null until they were read once. */
    meetings: Type.Union([Type.Array(Meeting), Type.Null()]),
    /** When they were read. */
    readAt: Type.Union([Instant, Type.Null()]),
    /** What went wrong the last time; the meetings are then those of before. */
    problem: Type.Union([Type.Enum([...CALENDAR_ERROR_CODES]), Type.Null()]),
  }),
  Type.Null(),
]);
export type CalendarState = Type.Static<typeof CalendarState>;

export const CALENDAR_METHODS = {
  /** Reads it again now; answers when that is done, whether or not it went well. */
  refresh_calendar: { input: Nothing, output: Empty },
  /** Opens the meeting's link in a window, or brings that to the front. */
  join_meeting: { input: closed({ id: Type.String({ maxLength: 1_024 }) }), output: Empty },
} as const;
