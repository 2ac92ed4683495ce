import { describe, expect, test } from 'vitest';
import { meetingsIn } from './events.ts';

const span = { from: new Date('2026-11-21T08:00:00Z'), to: new Date('2026-11-28T08:00:00Z') };

function calendar(...events: readonly (readonly string[])[]): string {
  const components = events.flatMap((lines) => ['BEGIN:VEVENT', 'UID:one', ...lines, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...components, 'END:VCALENDAR'].join('\r\n');
}

const starts = (text: string) => meetingsIn([text], span).map(({ start }) => start);

describe('meetings of a calendar', () => {
  test('repeat, including moved ones and excluding canceled ones', () => {
    const weekdays = ['SUMMARY:Standup', 'DTSTART:20200106T090000Z', 'DTEND:20200106T091500Z', 'RRULE:FREQ=DAILY'];
    const moved = ['RECURRENCE-ID:20261123T090000Z', 'DTSTART:20261123T150000Z', 'DTEND:20261123T151500Z'];
    const calledOff = ['RECURRENCE-ID:20261124T090000Z', 'DTSTART:20261124T090000Z', 'STATUS:CANCELLED'];
    const text = calendar([...weekdays, 'EXDATE:20261122T090000Z'], moved, calledOff);
    expect(starts(text)).toEqual([
      '2026-11-21T09:00:00.000Z',
      '2026-11-23T15:00:00.000Z',
      '2026-11-25T09:00:00.000Z',
      '2026-11-26T09:00:00.000Z',
      '2026-11-27T09:00:00.000Z',
    ]);
  });

  test('keep their own zone’s hour across DST changes, with or without a VTIMEZONE', () => {
    const around = { from: new Date('2026-10-24T00:00:00Z'), to: new Date('2026-10-27T00:00:00Z') };
    const event = ['DTSTART;TZID=Europe/Berlin:20261024T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'];
    const at = (text: string) => meetingsIn([text], around).map(({ start }) => start.slice(5, 16));
    expect(at(calendar(event))).toEqual(['10-24T08:00', '10-25T09:00', '10-26T09:00']);
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19961027T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19960331T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
    ];
    expect(at(calendar(event).replace('BEGIN:VEVENT', zone.join('\r\n')))).toEqual(at(calendar(event)));
  });

  test('lasting whole days use the machine’s time zone', () => {
    const [day] = meetingsIn([calendar(['DTSTART;VALUE=DATE:20261123', 'DTEND;VALUE=DATE:20261124'])], span);
    expect(day).toMatchObject({
      allDay: true,
      start: new Date(2026, 10, 23).toISOString(),
      end: new Date(2026, 10, 24).toISOString(),
    });
  });

  test('include running ones but not past ones', () => {
    const at = (from: string, to: string) => starts(calendar([`DTSTART:${from}`, `DTEND:${to}`]));
    expect(at('20261121T073000Z', '20261121T083000Z')).toHaveLength(1);
    expect(at('20261121T070000Z', '20261121T080000Z')).toEqual([]);
    expect(at('20261128T080000Z', '20261128T090000Z')).toEqual([]);
  });

  test('hide the title if private', () => {
    const secret = [
      'DTSTART:20261121T090000Z',
      'SUMMARY:Dismissal',
      'ORGANIZER;CN=Anna:mailto:a@b.example',
      'CLASS:PRIVATE',
    ];
    expect(meetingsIn([calendar(secret)], span)).toMatchObject([{ title: '', organizer: '', private: true }]);
  });

  test('are shown even if another cannot be parsed, and endless rules are cut off', () => {
    const sound = calendar(['DTSTART:20261121T090000Z', 'SUMMARY:Sound']);
    const endless = calendar(['DTSTART:19000101T000000Z', 'RRULE:FREQ=SECONDLY']);
    expect(meetingsIn(['BEGIN:NONSENSE', endless, sound], span).map(({ title }) => title)).toEqual(['Sound']);
  });
});

test.each([
  [['LOCATION:https://meet.company.example/lobby'], 'https://meet.company.example/lobby'],
  [
    ['DESCRIPTION:Plan: https://wiki.example/plan\\nJoin: https://eu.zoom.us/j/1?pwd=2.'],
    'https://eu.zoom.us/j/1?pwd=2',
  ],
  [['CONFERENCE;VALUE=URI:https://video.example/a', 'DESCRIPTION:https://b.example'], 'https://video.example/a'],
  [['LOCATION:Room 314', 'URL:http://plain.example/'], null],
  [['DESCRIPTION:javascript:alert(1)'], null],
])('the join link of %j is %j', (lines, link) => {
  const [meeting] = meetingsIn([calendar(['DTSTART:20261121T090000Z', ...lines])], span);
  expect(meeting).toMatchObject({ link, joinable: link !== null });
});
