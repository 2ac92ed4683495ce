import { expect, test } from 'vitest';
import { screensaverOf } from './screensaver.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';

test('by default it is off and would show after half an hour', () => {
  expect(screensaverOf({})).toMatchObject({ enabled: false, showAfterMs: 1_800_000, slides: [] });
});

test('a slide takes its own duration, or the one of all', () => {
  const screensaver = {
    duration: 7,
    slides: [
      { type: 'image', image: picture },
      { type: 'text', title: 'Canteen', duration: 20 },
    ],
  };
  const { slides } = screensaverOf({ thinhoc: { screensaver } });
  expect(slides.map(({ type, seconds }) => [type, seconds])).toEqual([
    ['image', 7],
    ['text', 20],
  ]);
});

test('slides without anything to show, or with an address that is no video, are left out', () => {
  const slides = [
    { type: 'image' },
    { type: 'video', video: 'javascript:alert(1)' },
    { type: 'text' },
    { type: 'hologram', title: 'later' },
  ];
  expect(screensaverOf({ thinhoc: { screensaver: { slides } } }).slides).toEqual([]);
});
