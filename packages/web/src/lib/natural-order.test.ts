import { expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

it('names sort naturally, in their language', () => {
  const names = ['Zug 1', 'Desk 10', 'desk 6', 'Älter', 'Desk 2'];
  expect(names.toSorted(naturalOrder('de').compare)).toEqual(['Älter', 'Desk 2', 'desk 6', 'Desk 10', 'Zug 1']);
  expect(naturalOrder('de')).toBe(naturalOrder('de'));
});

it('IDs and short IDs sort as text, in the order of hexadecimal digits', () => {
  const names = ['Desk 10', 'Berth 9abcde', 'ffffff', 'Desk 9', '10ABCD', 'Berth 10abcd', '9abcde', '1E5000'];
  expect(names.toSorted(naturalOrder('en').compare)).toEqual([
    '10ABCD',
    '1E5000',
    '9abcde',
    'Berth 10abcd',
    'Berth 9abcde',
    'Desk 9',
    'Desk 10',
    'ffffff',
  ]);
});
