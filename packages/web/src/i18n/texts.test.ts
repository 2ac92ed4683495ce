import { expect, test, vi } from 'vitest';
import { createTexts } from './texts.ts';

test('number and date formatters are created once, on first use', () => {
  const numbers = vi.spyOn(Intl, 'NumberFormat');
  const dates = vi.spyOn(Intl, 'DateTimeFormat');
  const relative = vi.spyOn(Intl, 'RelativeTimeFormat');
  const made = () => [numbers, dates, relative].map(({ mock }) => mock.calls.length);

  const texts = createTexts('eng', new Map());
  expect(made()).toEqual([0, 0, 0]);

  const day = texts.date('2026-11-21T12:00:00Z');
  expect(made()).toEqual([0, 1, 0]);
  // More texts of the same language create another object.
  expect(createTexts('eng', new Map([['common.save', 'Save']])).date('2026-11-21T12:00:00Z')).toBe(day);
  expect(made()).toEqual([0, 1, 0]);
});
