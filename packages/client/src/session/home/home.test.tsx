// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { Home } from './home.tsx';

test('a session that did not load in time says so, and loads again when asked', async () => {
  const { page, state } = await showSession(<Home />, { state: { load: 'ERROR', failure: 'timeout' } });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Timeout while loading session config!');
  await act(async () => state.set({ load: 'LOADED', failure: null }));
  expect(page.querySelector('[role=alert]')).toBeNull();
});
