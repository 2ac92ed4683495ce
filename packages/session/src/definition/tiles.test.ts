import { expect, test } from 'vitest';
import { appTileSets } from './app-tiles.ts';
import { entryKey, hasApps, ownTileSets } from './tiles.ts';

test('a definition without any section has no tiles', () => {
  expect(ownTileSets({})).toEqual([]);
  expect(appTileSets({})).toEqual([]);
});

test('tiles come by set, in the order of the profile, hidden ones left out', () => {
  const icon = { type: 'symbol', symbol: 'world' };
  const sets = ownTileSets({
    thinhoc: {
      sessions: {
        rdp: [{ display_name: 'Desktop', icon }],
        webapp: [
          { display_name: 'Wiki', url: 'https://wiki.example', icon },
          { display_name: 'Hidden', url: 'https://hidden.example', icon, hide_app_item_icon: true },
          { display_name: 'Mail', url: 'https://mail.example', icon },
        ],
      },
    },
  });
  expect(sets.map((set) => set.map((entry) => entry.display_name))).toEqual([['Desktop'], ['Wiki', 'Mail']]);
  expect(sets.flat().map(entryKey)).toEqual(['rdp//0', 'webapp//0', 'webapp//2']);
});

test('apps come after the sessions, and only then their part is needed', () => {
  const webapp = [{ display_name: 'Wiki', url: 'https://wiki.example', icon: {} }];
  const plain = { thinhoc: { sessions: { webapp } } };
  const definition = { thinhoc: { sessions: { webapp }, apps: { enabled: ['thinhoc::whiteboard'] } } };
  expect([hasApps(plain), hasApps(definition)]).toEqual([false, true]);
  expect(appTileSets(definition).map((set) => set.map(entryKey))).toEqual([
    ['webapp//0'],
    ['app/thinhoc::whiteboard/0'],
  ]);
});
