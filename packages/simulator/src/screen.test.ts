import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import { drawScreen } from './screen.ts';

const app = (color: string) => ({
  display_name: 'Mail',
  url: 'https://mail.berth.example/',
  icon: { type: 'symbol', symbol: 'mail', background_color: color },
});

function pictureOf(thinhoc: object, now = new Date(2026, 0, 5, 8, 30)) {
  const definition = applyDefaults(ProfileDefinition, { thinhoc }) as ProfileDefinition;
  const { data, width } = jpeg.decode(drawScreen(definition, now)(90));
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return { at, data };
}

test('the screen of a virtual machine has a tile for each session, in its color', () => {
  const { at } = pictureOf({ sessions: { webapp: [app('#C81010'), app('#10C810')] } });
  expect(at(21, 21)[0]).toBeGreaterThan(180);
  expect(at(65, 21)[1]).toBeGreaterThan(180);
});

test('the time in its status bar goes on', () => {
  const early = pictureOf({});
  const late = pictureOf({}, new Date(2026, 0, 5, 8, 31));
  expect(Buffer.compare(Buffer.from(early.data), Buffer.from(late.data))).not.toBe(0);
  const signage = { customization: { disable_status_bar: true } };
  expect(pictureOf(signage, new Date(2026, 0, 5, 8, 31)).data).toEqual(pictureOf(signage).data);
});
