import { IconDots } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { type PaletteItem, search } from './results.tsx';

const item = (group: PaletteItem['group'], name: string, hint?: string): PaletteItem => ({
  id: name,
  group,
  icon: IconDots,
  name,
  hint,
  run: () => undefined,
});
const ITEMS = [
  item('pages', 'Machines'),
  item('machines', 'Back office', 'A1B2C3'),
  item('machines', 'Office', 'D4E5F6'),
  item('profiles', 'Office desks'),
];
const names = (text: string) => search(ITEMS, text).map(({ name }) => name);

it('finds every word anywhere, names that start with it first, grouped', () => {
  expect(names('office')).toEqual(['Office', 'Back office', 'Office desks']);
  expect(names('desk OFF')).toEqual(['Office desks']);
});

it('finds by hint, such as a machine’s short ID', () => {
  expect(names('a1b2')).toEqual(['Back office']);
});

it('finds by hidden keywords, such as a machine’s serial number', () => {
  const machine = { ...item('machines', 'Ward 3', '10.0.0.7'), keywords: ['8CC1430K2Z', null] };
  expect(search([machine], '8cc14')).toEqual([machine]);
});

it('shows everything without a search, and nothing that does not match', () => {
  expect(names('')).toHaveLength(4);
  expect(names('lighthouse')).toEqual([]);
});
