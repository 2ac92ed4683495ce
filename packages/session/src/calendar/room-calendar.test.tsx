// @vitest-environment happy-dom
import type { CalendarState, Meeting } from '@berth/contract/bridge/calendar';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import RoomCalendar, { meetingDays, roomUse } from './room-calendar.tsx';

const HOUR_MS = 3_600_000;
// Read once: a meeting that starts when another one ends must start in the same millisecond.
const NOW = new Date();
const iso = (hours: number): string => new Date(NOW.getTime() + hours * HOUR_MS).toISOString();

function meeting(title: string, startsIn: number, endsIn: number, more: Partial<Meeting> = {}): Meeting {
  const facts = { id: title, title, private: false, organizer: '', allDay: false, joinable: false };
  return { ...facts, start: iso(startsIn), end: iso(endsIn), ...more };
}

async function show(calendar: CalendarState, bridge = {}) {
  const shown = await showSession(<RoomCalendar />, { state: { calendar }, bridge });
  await act(() => loadTexts(['calendar']));
  return shown;
}

const read = (...meetings: Meeting[]): CalendarState => ({ meetings, readAt: iso(0), error: null });

test('a meeting with a link is joined by one click', async () => {
  const running = meeting('Lobby', -1, 1, { joinable: true, organizer: 'Grace' });
  const { page, call } = await show(read(running, meeting('Over', -2, -1), meeting('', 2, 3, { private: true })), {
    join_meeting: () => null,
  });
  expect(page.textContent).toContain('Grace');
  expect(page.textContent).toContain('Private meeting');
  expect(page.textContent).not.toContain('Over');
  const [join, next] = page.querySelectorAll('button');
  await act(async () => join?.click());
  expect(call).toHaveBeenCalledWith('join_meeting', { id: 'Lobby' });
  expect(next?.textContent).toMatch(/^All meetings.*Private meeting$/);
});

test('all meetings of the next days open from the next one', async () => {
  const days = ['Today', 'Tomorrow'].map((title, ahead) => meeting(title, 24 * ahead - 0.1, 24 * ahead + 0.1));
  const { page } = await show(read(meeting('Holiday', -2, 0.2, { allDay: true }), ...days));
  // All-day events say nothing about when the room is free.
  expect(page.querySelector('li')?.textContent).toContain('Today');
  await act(async () => page.querySelector('button')?.click());
  const titles = [...page.querySelectorAll('dialog li p:nth-of-type(2)')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['Holiday', 'Today', 'Tomorrow']);
});

test('it shows loading, empty and error states', async () => {
  const { page, state, call } = await show(
    { meetings: null, readAt: null, error: null },
    { refresh_calendar: () => null },
  );
  expect(page.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading…');
  await act(async () => state.set({ calendar: read() }));
  expect(page.textContent).toContain('No meetings in the next 7 days.');
  await act(async () => state.set({ calendar: { meetings: null, readAt: null, error: 'login' } }));
  expect(page.querySelector('[role=alert]')?.textContent).toContain('rejected the room account');
  await act(async () => page.querySelector('button')?.click());
  expect(call).toHaveBeenCalledWith('refresh_calendar', {});
});

test('while the calendar does not respond, the last meetings stay, with their age', async () => {
  const { page } = await show({ meetings: [meeting('Lobby', 1, 2)], readAt: iso(-1), error: 'unreachable' });
  expect(page.textContent).toContain('Lobby');
  expect(page.textContent).toContain('Last updated at');
});

test('days are counted from today, and a meeting continuing from yesterday belongs to today', () => {
  const now = new Date(2026, 10, 21, 10);
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
  const between = (title: string, start: string, end: string) => meeting(title, 0, 0, { start, end });
  const days = meetingDays(
    [
      between('since yesterday', at(20, 22), at(21, 11)),
      between('over', at(21, 8), at(21, 10)),
      between('tomorrow', at(22, 0), at(22, 1)),
    ],
    now,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  expect(days.map(({ ahead, meetings }) => [ahead, ...meetings.map(({ title }) => title)])).toEqual([
    [0, 'since yesterday'],
    [1, 'tomorrow'],
  ]);
});

test('the room is occupied until the last of consecutive meetings, and free until the next', () => {
  const chain = [meeting('one', -1, 1), meeting('two', 1, 2), meeting('later', 3, 4)];
  expect(roomUse(chain, NOW)).toEqual({ busy: true, until: chain[1]?.end });
  expect(roomUse(chain.slice(2), NOW)).toEqual({ busy: false, until: chain[2]?.start });
  expect(roomUse([meeting('whole day', -1, 20, { allDay: true })], NOW)).toBeNull();
});
