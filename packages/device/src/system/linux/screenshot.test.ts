import { expect, test } from 'vitest';
import { shrink } from './screenshot.ts';

test('averages the pixels under each thumbnail pixel, with red and blue in place', () => {
  const [blue, red, white, black] = [
    [200, 0, 0, 0],
    [0, 0, 100, 0],
    [255, 255, 255, 0],
    [0, 0, 0, 0],
  ];
  const strip = Buffer.from([blue, red, white, white, blue, red, black, black].flat());
  const row = Buffer.alloc(8, 255);
  shrink(strip, { width: 4, height: 2 }, row);
  expect([...row]).toEqual([50, 0, 100, 255, 127, 127, 127, 255]);
});
