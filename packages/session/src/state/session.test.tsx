// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { Home } from '../home/home.tsx';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import { webSession } from './web.ts';

const webapp = [{ display_name: 'Mail', window_title: 'Mail', url: 'http://127.0.0.1/', icon: {} }];
const profile = profileWith({ thinhoc: { sessions: { webapp } } });

/** What the middle of the home screen shows. */
function shownIn(page: HTMLElement) {
  const middle = page.querySelector('main');
  return {
    loads: middle?.querySelector('[role=status][aria-label="Loading…"]') !== null,
    fails: middle?.querySelector('[role=alert]') !== null,
    tiles: [...(middle?.querySelectorAll('nav button') ?? [])].map((tile) => tile.getAttribute('aria-label')),
    title: middle?.querySelector('h1')?.textContent,
  };
}

test('the home screen shows a session that is LOADING, EMPTY, LOADED and ERROR in four ways', async () => {
  const { page, state } = await showSession(<Home />);
  const nothing = { loads: false, fails: false, tiles: [], title: undefined };
  expect(shownIn(page)).toEqual({ ...nothing, loads: true });
  await act(async () => state.set({ load: 'LOADED' }));
  expect(shownIn(page)).toEqual({ ...nothing, title: 'This machine has no profile yet' });
  await act(async () => state.set({ profile }));
  expect(shownIn(page)).toEqual({ ...nothing, tiles: ['Mail'] });
  await act(async () => state.set({ profile: null }));
  expect(shownIn(page)).toEqual({ ...nothing, title: 'This machine has no profile yet' });
  await act(async () => state.set({ load: 'ERROR', failure: 'agent' }));
  expect(shownIn(page)).toEqual({ ...nothing, fails: true, title: 'The session could not be loaded' });
});

test('the local session in a browser is EMPTY: it has no machine, and leads to the console', async () => {
  const { page } = await showSession(<Home />, { state: webSession('local').state.get(), environment: 'web' });
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  expect(shownIn(page)).toMatchObject({ loads: false, fails: false, tiles: [], title: 'Not available in a browser' });
  page.querySelector<HTMLElement>('main button')?.click();
  expect(assign).toHaveBeenCalledWith('/manage');
});
