// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { definitionWith, profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import ScreensaverScreen, { slidesOf } from './screensaver.tsx';

const withScreensaver = (enabled: boolean) => profileWith({ thinhoc: { screensaver: { enabled } } });

test('a screensaver that is turned off while it runs returns to the home screen', async () => {
  history.replaceState(null, '', '/screensaver');
  const { state } = await showSession(<ScreensaverScreen />, {
    state: { load: 'LOADED', profile: withScreensaver(true) },
  });
  expect(location.pathname).toBe('/screensaver');
  await act(async () => state.set({ profile: withScreensaver(false) }));
  expect(location.pathname).toBe('/session/local');
});

const message = { id: 'a', message: 'Lunch', emergency: false, receivedAt: '2026-11-27T12:00:00.000Z' };
const greeter = { user: null, automaticAfter: null, endsIn: null };

test.each([
  ['ends the screensaver', null, '/session/local'],
  ['waits for the login while nobody is logged in', greeter, '/screensaver'],
])('a message %s', async (_, login, path) => {
  history.replaceState(null, '', '/screensaver');
  const loaded = { load: 'LOADED' as const, profile: withScreensaver(true), login: login as never };
  const { state } = await showSession(<ScreensaverScreen />, { state: loaded });
  expect(location.pathname).toBe('/screensaver');
  await act(async () => state.set({ notifications: [message] }));
  expect(location.pathname).toBe(path);
});

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const shown = (screensaver: object) => slidesOf(definitionWith({ thinhoc: { screensaver } }).thinhoc.screensaver);

test('a slide has its own duration, or the default', () => {
  const slides = [
    { type: 'image', image: picture },
    { type: 'text', title: 'Canteen', duration: 20 },
  ];
  expect(shown({ duration: 7, slides }).map(({ type, seconds }) => [type, seconds])).toEqual([
    ['image', 7],
    ['text', 20],
  ]);
});

test('slides without content are left out', () => {
  expect(shown({ slides: [{ type: 'image' }, { type: 'video' }, { type: 'text' }] })).toEqual([]);
});

test('a video that does not load gives way to the clock, and is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slides = [{ type: 'video', video: 'https://signage.example/a.mp4' }];
  const profile = profileWith({ thinhoc: { screensaver: { enabled: true, slides } } });
  const { page } = await showSession(<ScreensaverScreen />, { state: { load: 'LOADED', profile } });
  const video = () => page.querySelector('video');
  await act(async () => void video()?.dispatchEvent(new Event('error')));
  expect(video()).toBeNull();
  expect(page.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(video()?.getAttribute('src')).toBe('https://signage.example/a.mp4');
});
