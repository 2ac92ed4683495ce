// @vitest-environment happy-dom
import { loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import RoomCalendar from '../calendar/room-calendar.tsx';
import Emergency from '../emergency/emergency.tsx';
import Notices from '../home/notices.tsx';
import { StatusBar } from '../home/status-bar.tsx';
import ScreensaverScreen from '../screensaver/screensaver.tsx';
import Settings from '../settings/settings.tsx';
import { showSession } from '../testing/session-page.tsx';

const NOON = new Date('2026-11-21T12:00:00Z');

test('the home screen’s clock shows the machine’s time zone, and a change right away', async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  const config = (time_zone: string) => ({ time_zone }) as never;
  const { page, state } = await showSession(<StatusBar />, {
    state: { config: config('Asia/Kathmandu') },
  });
  const shown = () => page.querySelector('time')?.textContent;
  expect(shown()).toBe('17:45');
  await act(async () => state.set({ config: config('America/New_York') }));
  expect(shown()).toBe('07:00');
  vi.useRealTimers();
});

test('after the computer slept, the clock shows the time within seconds', async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { page } = await showSession(<StatusBar />, { state: { config: { time_zone: 'UTC' } as never } });
  expect(page.querySelector('time')?.textContent).toBe('12:00');
  // Timers do not run meanwhile.
  vi.setSystemTime(new Date('2026-11-21T14:30:10Z'));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(page.querySelector('time')?.textContent).toBe('14:30');
  await act(() => vi.advanceTimersByTimeAsync(45_100));
  expect(page.querySelector('time')?.textContent).toBe('14:31');
});

test.each([
  ['the screensaver’s clock', <ScreensaverScreen key="screensaver" />, /17:45$/],
  ['an administrator’s message', <Notices key="notices" />, /21\sNov\s2026, 23:45/],
  ['an emergency message', <Emergency key="emergency" />, /21\sNov\s2026, 23:45/],
  ['a meeting of the room', <RoomCalendar key="calendar" />, /Free until 23:45.*23:45 – 00:45/],
  ['a meeting that begins tomorrow there', <RoomCalendar key="calendar" />, /Sun 00:45/],
])('%s is in the machine’s time zone', async (_what, part, text) => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const [evening, night, later] = ['18:00', '19:00', '20:00'].map((time) => `2026-11-21T${time}:00.000Z`);
  const message = { message: 'Lunch', receivedAt: evening };
  const meeting = { title: 'Talk', private: false, organizer: '', allDay: false, joinable: false };
  await showSession(part, {
    state: {
      config: { time_zone: 'Asia/Kathmandu' },
      notifications: [
        { ...message, id: 'a', emergency: false },
        { ...message, id: 'b', emergency: true },
      ],
      calendar: {
        meetings: [
          { ...meeting, id: 'a', start: evening, end: night },
          { ...meeting, id: 'b', start: night, end: later },
        ],
        readAt: evening,
        error: null,
      },
    } as never,
  });
  await act(() => loadTexts(['calendar']));
  expect(document.body.textContent).toMatch(text);
});

test('the settings change the time zone of a machine, unless its profile sets it', async () => {
  let state = { zone: 'Europe/Berlin', fixed: false };
  const bridge = { get_time_zone: () => state, set_time_zone: () => null };
  const { page, call } = await showSession(<Settings />, { bridge });
  const select = page.querySelector('select') ?? expect.unreachable();
  expect(select.value).toBe('Europe/Berlin');
  await act(async () => {
    select.value = 'Europe/Zurich';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(call).toHaveBeenCalledWith('set_time_zone', { zone: 'Europe/Zurich' });
  state = { zone: 'Asia/Kathmandu', fixed: true };
  const { page: other } = await showSession(<Settings />, { bridge });
  expect(other.querySelector('select')).toMatchObject({ value: 'Asia/Kathmandu', disabled: true });
  expect(other.textContent).toContain('Set by this machine’s profile.');
});
