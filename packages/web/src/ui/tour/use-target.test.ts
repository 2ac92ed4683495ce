import { expect, test } from 'vitest';
import { cardPlace } from './use-target.ts';

const screen = { width: 1280, height: 720 };

test('is above the status bar', () => {
  const place = cardPlace({ left: 0, top: 672, width: 1280, height: 48 }, screen);
  expect(place).toMatchObject({ left: '640px', bottom: '64px' });
});

test('is below a target at the top', () => {
  expect(cardPlace({ left: 0, top: 0, width: 1280, height: 200 }, screen)).toMatchObject({ top: '216px' });
});

test('is inside a target that fills the screen', () => {
  expect(cardPlace({ left: 0, top: 0, width: 1280, height: 600 }, screen)).toMatchObject({ top: '300px' });
});

test('stays on the screen next to a corner', () => {
  expect(cardPlace({ left: 0, top: 672, width: 120, height: 48 }, screen).left).toBe('240px');
  expect(cardPlace({ left: 1200, top: 672, width: 80, height: 48 }, screen).left).toBe('1040px');
});
