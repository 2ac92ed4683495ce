import { expect, it } from 'vitest';
import { namesOfEntries } from './entry-choice.tsx';

const data = [
  { engines: [{ name: 'One' }, { name: '' }, {}, { name: 'Two' }, { name: 'One' }], chosen: 'One' },
  { engines: [{ name: 'Three' }] },
];

it('offers each name of the referenced list once, without empty ones', () =>
  expect(namesOfEntries(data, '0.chosen', 'engines', 'name')).toEqual(['One', 'Two']));

it('offers nothing without a list', () => {
  expect(namesOfEntries(data, '0.chosen', 'others', 'name')).toEqual([]);
  expect(namesOfEntries(undefined, '0.chosen', 'engines', 'name')).toEqual([]);
});
