// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import ScreensaverScreen from './screensaver.tsx';

const profileWith = (enabled: boolean) => {
  return { id: 'p', name: 'P', revision: 1, definition: { thinhoc: { screensaver: { enabled } } } } as never;
};

test('a screensaver that is switched off while it runs gives way to the home screen', async () => {
  history.replaceState(null, '', '/screensaver');
  const { state } = await showSession(<ScreensaverScreen />, { state: { load: 'LOADED', profile: profileWith(true) } });
  expect(location.pathname).toBe('/screensaver');
  await act(async () => state.set({ profile: profileWith(false) }));
  expect(location.pathname).toBe('/session/local');
});
