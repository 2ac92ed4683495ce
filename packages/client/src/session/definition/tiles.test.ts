import { expect, test } from 'vitest';
import { entryKey, tileSets } from './tiles.ts';

test('a definition without any section has no tiles', () => {
  expect(tileSets({})).toEqual([]);
});

test('tiles come by set, in the order of the profile, hidden ones left out', () => {
  const icon = { type: 'symbol', symbol: 'world' };
  const sets = tileSets({
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
