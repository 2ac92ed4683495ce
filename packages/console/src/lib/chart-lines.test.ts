import { describe, expect, it } from 'vitest';
import { areaOf, lineOf, topOf } from './chart-lines.ts';

it.each([
  [0, 2],
  [7, 8],
  [60, 60],
  [2_001, 4_000],
  [99_999, 100_000],
])('a scale for %d ends at %d', (value, top) => expect(topOf(value)).toBe(top));

describe('a line', () => {
  const scale = { from: 0, to: 10, top: 10, width: 100, height: 100, step: 1 };

  it('connects consecutive hours, and shows a single hour', () => {
    expect(
      lineOf(
        [
          { at: 0, value: 5 },
          { at: 1, value: 10 },
        ],
        scale,
      ),
    ).toBe('M0.0 50.0L10.0 0.0L20.0 0.0');
    expect(lineOf([{ at: 2, value: 0 }], scale)).toBe('M20.0 100.0L30.0 100.0');
  });

  it('has gaps where nothing was counted', () => {
    expect(
      lineOf(
        [
          { at: 0, value: 0 },
          { at: 5, value: 0 },
        ],
        scale,
      ).match(/M/g),
    ).toHaveLength(2);
  });

  it('has an area below it, down to zero', () => {
    expect(areaOf([{ at: 0, value: 5 }], scale)).toBe('M0.0 50.0L10.0 50.0L10.0 100.0L0.0 100.0Z');
  });
});
