// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import ScreensaverScreen from './screensaver.tsx';

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
