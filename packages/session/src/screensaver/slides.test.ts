import { expect, test } from 'vitest';
import { definitionWith } from '../testing/profile.ts';
import { slidesOf } from './screensaver.tsx';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const shown = (screensaver: object) => slidesOf(definitionWith({ thinhoc: { screensaver } }).thinhoc.screensaver);

test('a slide has its own duration, or the default', () => {
  const slides = [
    { type: 'image', image: picture },
    { type: 'text', title: 'Canteen', duration: 20 },
  ];
  expect(shown({ duration: 7, slides }).map(({ type, seconds }) => [type, seconds])).toEqual([
    ['image', 7],
    ['text', 20],
  ]);
});

test('slides without content are left out', () => {
  expect(shown({ slides: [{ type: 'image' }, { type: 'video' }, { type: 'text' }] })).toEqual([]);
});
