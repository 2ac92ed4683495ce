import type { Meeting } from '@berth/contract/bridge/calendar';
import ICAL from 'ical.js';
import type { Span } from './caldav.ts';
import { instantOf } from './zones.ts';

/** A meeting with the link, which the page does not get. */
export interface FoundMeeting extends Meeting {
  readonly link: string | null;
}

/** Daily for over twelve years. A longer rule would keep the CPU busy. */
const OCCURRENCES_MAX = 5_000;

/** The meetings in a time span, ordered by start. Skips objects that cannot be parsed. */
export function meetingsIn(objects: readonly string[], span: Span): FoundMeeting[] {
  const found = objects.flatMap((text) => {
    try {
      return [...new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')].flatMap((event, _, all) =>
        occurrencesOf(event, all, span),
      );
    } catch {
      return [];
    }
  });
  const byId = new Map(found.map((meeting) => [meeting.id, meeting]));
  return [...byId.values()].sort((a, b) => a.start.localeCompare(b.start) || a.title.localeCompare(b.title));
}

function occurrencesOf(component: ICAL.Component, all: readonly ICAL.Component[], span: Span): FoundMeeting[] {
  const event = new ICAL.Event(component);
  if (/FREQ=(?:SECONDLY|MINUTELY)/i.test(text(component, 'rrule'))) return [];
  if (event.isRecurrenceException() || !event.isRecurring()) {
    return inSpan(event, event.startDate, event.endDate, span);
  }
  // Exceptions of a recurring event are separate components.
  const changed = new Set(
    all
      .map((each) => new ICAL.Event(each))
      .flatMap((each) => (each.isRecurrenceException() ? [each.recurrenceId.toString()] : [])),
  );
  const meetings: FoundMeeting[] = [];
  const lengthMs = event.duration.toSeconds() * 1_000;
  const iterator = event.iterator();
  for (let count = 0; count < OCCURRENCES_MAX; count++) {
    const next = iterator.next();
    const start = next && instantOf(next, component, 'dtstart');
    if (!start || start >= span.to) break;
    if (start.getTime() + lengthMs <= span.from.getTime() || changed.has(next.toString())) continue;
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    meetings.push(...inSpan(event, startDate, endDate, span));
  }
  return meetings;
}

function inSpan(event: ICAL.Event, startTime: ICAL.Time, endTime: ICAL.Time, { from, to }: Span): FoundMeeting[] {
  const { component } = event;
  const start = instantOf(startTime, component, 'dtstart');
  const end = instantOf(endTime, component, component.hasProperty('dtend') ? 'dtend' : 'dtstart');
  if (end <= from || start >= to || text(component, 'status').toUpperCase() === 'CANCELLED') return [];
  const isPrivate = /^(?:private|confidential)$/i.test(text(component, 'class'));
  const link = meetingLink(
    ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl', 'url', 'location', 'description'].map(
      (name) => text(component, name),
    ),
  );
  return [
    {
      id: `${event.uid ?? ''}/${start.toISOString()}`.slice(-1_024),
      title: isPrivate ? '' : text(component, 'summary').slice(0, 300),
      private: isPrivate,
      organizer: isPrivate ? '' : organizerOf(component).slice(0, 300),
      start: start.toISOString(),
      end: end.toISOString(),
      allDay: startTime.isDate,
      joinable: link !== null,
      link,
    },
  ];
}

function text(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return value === null ? '' : String(value);
}

/** The organizer's name, or their email address. */
function organizerOf(component: ICAL.Component): string {
  const name = component.getFirstProperty('organizer')?.getFirstParameter('cn');
  return name || text(component, 'organizer').replace(/^mailto:/i, '');
}

/** Hosts of meeting services; any other link may be a document. */
const MEETING_HOSTS = [
  'zoom.us',
  'teams.microsoft.com',
  'teams.live.com',
  'meet.google.com',
  'webex.com',
  'meet.jit.si',
  'whereby.com',
  'gotomeeting.com',
  'gotomeet.me',
];

/**
 * The first link to a known meeting service, otherwise the first link; https only. Null if there is none.
 * @param texts Fields of the event, the most likely one first.
 */
function meetingLink(texts: readonly string[]): string | null {
  const links = texts
    .flatMap((text) => text.match(/https:\/\/[^\s<>"'\\]+/g) ?? [])
    .map((link) => link.replace(/[).,;:!\]]+$/, ''));
  const sound = links.filter((link) => URL.canParse(link));
  return sound.find(isMeetingService) ?? sound[0] ?? null;
}

function isMeetingService(link: string): boolean {
  const { hostname } = new URL(link);
  return MEETING_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
