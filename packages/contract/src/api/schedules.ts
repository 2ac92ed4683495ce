import Type from 'typebox';
import { MachineIdSchema, ScheduleIdSchema } from '../ids.ts';
import { BATCH_COMMANDS, COMMAND_STATES } from '../rules/commands.ts';
import { RUN_OUTCOMES, WINDOW_MINUTES } from '../rules/schedules.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { WEEKDAYS } from '../rules/time-zones.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable, Skip } from './parts.ts';

const Count = Type.Integer({ minimum: 0 });
/** A date in the machine's time zone: 2026-11-21. */
const LocalDate = Type.String({ pattern: '^20\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$' });

const wanted = {
  name: Type.String(DISPLAY_NAME),
  type: Type.Enum([...BATCH_COMMANDS]),
  /** For notify. */
  msg: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  /** Machines with this tag, or those that match a list's filter, evaluated while a window is open: never both. */
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  filter: Type.Optional(Type.String({ maxLength: 4_096 })),
  /** Weekly on these days, or once on a date: never both. A window past midnight belongs to the day it starts. */
  days: Type.Optional(Type.Array(Type.Enum([...WEEKDAYS]), { minItems: 1, maxItems: 7, uniqueItems: true })),
  date: Type.Optional(LocalDate),
  /** When the maintenance window opens, in each machine's local time: 22:00. */
  time: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  windowMinutes: Type.Integer({ minimum: WINDOW_MINUTES.min, maximum: WINDOW_MINUTES.max }),
  /** IANA time zone of machines that have not reported theirs: Europe/Berlin. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  enabled: Type.Boolean(),
};

/** The request body. */
const sent = closed({
  ...wanted,
  /** Skips windows that are already open; otherwise the command is sent in them at once. */
  skipOpenWindow: Type.Optional(Type.Boolean()),
});

/** A command that is sent in each of its maintenance windows. */
export const Schedule = closed({
  id: ScheduleIdSchema,
  ...wanted,
  /** Increases by one with every change; the ETag is the revision in quotes. */
  revision: Type.Integer({ minimum: 1 }),
  author: Type.String(),
  createdAt: Instant,
  /** When the window that is open in `timeZone` closes; null if none is, or it is skipped. */
  openUntil: nullable(Instant),
  /** When the next window opens in `timeZone`; null if there is none. */
  nextAt: nullable(Instant),
});
export type Schedule = Type.Static<typeof Schedule>;

/** One date of a schedule: its windows open and close by the machines' time zones. */
export const ScheduleRun = closed({
  date: LocalDate,
  /** When the first window opened. */
  openedAt: Instant,
  /** When the last one closed; null until then. */
  closedAt: nullable(Instant),
  /** Commands by state. */
  states: closed(
    Object.fromEntries(COMMAND_STATES.map((state) => [state, Count])) as Record<
      (typeof COMMAND_STATES)[number],
      typeof Count
    >,
  ),
  unlicensed: Count,
  /** Machines that were offline while their window was open, or all if no server ran then; null until the last one closed. */
  missed: nullable(Count),
});
export type ScheduleRun = Type.Static<typeof ScheduleRun>;

export const createSchedule = endpoint('POST /organization/{orgId}/schedules', {
  id: 'schedules.create',
  summary:
    "Create a schedule: run a command in maintenance windows, in each machine's local time, starting with a window that is open now",
  permission: 'machine.command',
  body: sent,
  reply: Schedule,
  status: 201,
  errors: ['invalid-filter', 'upgrade-required', 'too-many-schedules'],
});

export const listSchedules = endpoint('GET /organization/{orgId}/schedules', {
  id: 'schedules.list',
  summary: 'List the schedules of an organization, by name',
  permission: 'machine.read',
  reply: Type.Array(Schedule),
});

export const readSchedule = endpoint('GET /organization/{orgId}/schedules/{scheduleId}', {
  id: 'schedules.read',
  summary: 'Read a schedule',
  permission: 'machine.read',
  params: { scheduleId: ScheduleIdSchema },
  reply: Schedule,
});

export const changeSchedule = endpoint('PUT /organization/{orgId}/schedules/{scheduleId}', {
  id: 'schedules.change',
  summary: 'Replace a schedule (If-Match: the revision); each machine gets the command once per date',
  permission: 'machine.command',
  params: { scheduleId: ScheduleIdSchema },
  body: sent,
  reply: Schedule,
  errors: ['invalid-filter', 'upgrade-required', 'revision-conflict'],
});

export const deleteSchedule = endpoint('DELETE /organization/{orgId}/schedules/{scheduleId}', {
  id: 'schedules.delete',
  summary: 'Delete a schedule and its history; commands already sent stay',
  permission: 'machine.command',
  params: { scheduleId: ScheduleIdSchema },
  errors: ['revision-conflict'],
});

export const listScheduleRuns = endpoint('GET /organization/{orgId}/schedules/{scheduleId}/runs', {
  id: 'schedules.listRuns',
  summary: 'List the runs of a schedule with their outcome, newest first',
  permission: 'machine.read',
  params: { scheduleId: ScheduleIdSchema },
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  reply: Type.Array(ScheduleRun),
});

export const listScheduleRunMachines = endpoint('GET /organization/{orgId}/schedules/{scheduleId}/runs/{date}', {
  id: 'schedules.listRunMachines',
  summary: 'List the machines of a run with their outcome, by name',
  permission: 'machine.read',
  params: { scheduleId: ScheduleIdSchema, date: LocalDate },
  query: closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(
    closed({
      id: MachineIdSchema,
      name: Type.String(),
      outcome: Type.Enum([...RUN_OUTCOMES]),
      /** The command that was sent. */
      state: nullable(Type.Enum([...COMMAND_STATES])),
      result: nullable(Type.String()),
      at: Instant,
    }),
  ),
});
