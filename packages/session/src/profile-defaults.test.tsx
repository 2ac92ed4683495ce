// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { appearanceOf, applyAppearance } from './appearance.ts';
import { Home } from './home/home.tsx';
import InfoSection from './info/info-section.tsx';
import IdleWatch from './screensaver/idle-watch.ts';
import ScreensaverScreen from './screensaver/screensaver.tsx';
import { definitionWith, profileWith } from './testing/profile.ts';
import { showSession } from './testing/session-page.tsx';

// What a user sees if the profile leaves a field out (the defaults of spec chapter 9).

afterEach(() => void vi.useRealTimers());

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('an untouched profile gives a dark page in #595959 and #990017, text and screen unscaled', async () => {
  // Another profile was shown before.
  const { style, dataset } = document.documentElement;
  Object.assign(window, { innerWidth: 1_920, innerHeight: 1_080 });
  const show = (given: object) => {
    const definition = definitionWith(given);
    applyAppearance(appearanceOf(definition), { definition, guide: false, calendar: false });
  };
  const scaling_factors = { ui_scaling_factor: 2, text_scaling_factor: 2 };
  show({
    system: { customization: { 'global-dark-theme': false } },
    thinhoc: { customization: { color_primary: '#ffd400', color_secondary: '#003366', scaling_factors } },
  });
  await vi.waitFor(() => expect(Number.parseFloat(style.fontSize)).toBeGreaterThan(100), { timeout: 60_000 });
  show({});
  const seen = () => ({ theme: dataset.theme, zoom: style.getPropertyValue('zoom'), text: style.fontSize });
  await vi.waitFor(() => expect(seen()).toEqual({ theme: 'dark', zoom: '1', text: '100%' }));
  expect(style.getPropertyValue('--primary')).toBe('#595959');
  expect(style.getPropertyValue('--secondary')).toBe('#990017');
});

test('a tile without colors is a white symbol on dark blue', async () => {
  const sessions = { webapp: [{ display_name: 'Mail', window_title: 'Mail', url: 'https://app.example/' }] };
  const state = { load: 'LOADED' as const, profile: profileWith({ thinhoc: { sessions } }) };
  const { page } = await showSession(<Home />, { state });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const tile = () => page.querySelector<HTMLElement>('button[aria-label=Mail]');
  await vi.waitFor(() => expect(tile()).not.toBeNull(), { timeout: 60_000 });
  expect(tile()?.style.backgroundColor.toLowerCase()).toMatch(/#171799|rgb\(23, 23, 153\)/);
  expect(tile()?.querySelector('span')?.style.color.toLowerCase()).toMatch(/#ffffff|rgb\(255, 255, 255\)/);
});

test('layouts without a duration rotate every ten seconds', async () => {
  const layoutOf = (text: string) => [
    { id: text, x: 0, y: 0, w: 6, h: 1, widget: { type: 'button', button: { text } } },
  ];
  const layouts = ['Menu', 'Timetable'].map((name) => ({ name, layout: layoutOf(name) }));
  const customization = { dashboard: { layouts, autoplay: { enabled: true } } };
  stopClock();
  const { page } = await showSession(<InfoSection />, {
    state: { profile: profileWith({ thinhoc: { customization } }) },
  });
  await pass(9_999);
  expect(page.textContent).toContain('Menu');
  await pass(1);
  expect(page.textContent).toContain('Timetable');
});

test('slides without a duration change every four seconds', async () => {
  const slides = ['First', 'Second'].map((title) => ({ type: 'text', title }));
  stopClock();
  const { page } = await showSession(<ScreensaverScreen />, {
    state: { profile: profileWith({ thinhoc: { screensaver: { enabled: true, slides } } }) },
  });
  await pass(3_999);
  expect(page.textContent).toContain('First');
  await pass(1);
  expect(page.textContent).toContain('Second');
});

test('a screensaver without a time appears after half an hour', async () => {
  history.replaceState(null, '', '/session/local');
  stopClock();
  await showSession(<IdleWatch />, {
    state: { profile: profileWith({ thinhoc: { screensaver: { enabled: true } } }) },
    bridge: { get_idle_time: () => 1_800_000, show_home: () => null },
  });
  await pass(1_799_999);
  expect(location.pathname).toBe('/session/local');
  await pass(1);
  expect(location.pathname).toBe('/screensaver');
});
