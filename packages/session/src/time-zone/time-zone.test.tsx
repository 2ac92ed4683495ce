// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { StatusBar } from '../home/status-bar.tsx';
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
