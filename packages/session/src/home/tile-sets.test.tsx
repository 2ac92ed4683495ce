// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import { entryKey, useTileSets } from './tile-sets.ts';

/** The tiles of a profile by set, and the number of renders before they were loaded. */
async function tilesOf(thinhoc: object) {
  let shown: string[][] | undefined;
  let waited = 0;
  function Tiles() {
    const sets = useTileSets();
    shown = sets?.map((entries) => entries.map((entry) => `${entryKey(entry)} ${entry.display_name}`.trim()));
    if (!sets) waited += 1;
    return null;
  }
  await showSession(<Tiles />, { state: { profile: profileWith({ thinhoc }) } });
  await act(() => vi.dynamicImportSettled());
  return { shown, waited };
}

const icon = { type: 'symbol', symbol: 'world' };
const wiki = { display_name: 'Wiki', url: 'https://wiki.example', icon };

test('a profile without sessions has no tiles', async () => {
  expect((await tilesOf({})).shown).toEqual([]);
});

test('tiles are grouped by set, in the profile’s order, without hidden ones', async () => {
  const sessions = {
    rdp: [{ display_name: 'Desktop', icon }],
    webapp: [wiki, { ...wiki, display_name: 'Hidden', hide_app_item_icon: true }, { ...wiki, display_name: 'Mail' }],
  };
  expect(await tilesOf({ sessions })).toEqual({
    shown: [['rdp//0 Desktop'], ['webapp//0 Wiki', 'webapp//2 Mail']],
    waited: 0,
  });
});

test('apps follow the sessions, and their chunk loads only for a profile with apps', async () => {
  const { shown, waited } = await tilesOf({ sessions: { webapp: [wiki] }, apps: { enabled: ['thinhoc::whiteboard'] } });
  expect(shown).toEqual([['webapp//0 Wiki'], ['app/thinhoc::whiteboard/0']]);
  expect(waited).toBeGreaterThan(0);
});
