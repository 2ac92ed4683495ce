import { expect, it } from 'vitest';
import { naturalOrder } from './natural-order.ts';

it('names stand as people count, in their language', () => {
  const names = ['Zug 1', 'Desk 10', 'desk 6', 'Älter', 'Desk 2'];
  expect(names.toSorted(naturalOrder('de').compare)).toEqual(['Älter', 'Desk 2', 'desk 6', 'Desk 10', 'Zug 1']);
  expect(naturalOrder('de')).toBe(naturalOrder('de'));
});
