import { expect, test } from 'vitest';
import { colorOf, fieldsAt, flagOf, listOf, numberOf, pictureOf, textOf } from './fields.ts';

const odd = {
  color: 'red;background:url(//evil)',
  flag: 'yes',
  number: '7',
  list: [1, { a: 1 }, null],
  text: 5,
  pic: 'https://x/y.png',
};

test('what is of another kind counts as not set', () => {
  expect(colorOf(odd, 'color', '#595959')).toBe('#595959');
  expect(flagOf(odd, 'flag', true)).toBe(true);
  expect(numberOf(odd, 'number', { min: 1, max: 4, default: 1 })).toBe(1);
  expect(listOf(odd, 'list')).toEqual([{ a: 1 }]);
  expect(textOf(odd, 'text', 'default')).toBe('default');
  expect(pictureOf(odd, 'pic')).toBeUndefined();
});

test('a number outside its range is taken to the nearer end', () => {
  expect(numberOf({ n: 99 }, 'n', { min: 1, max: 4, default: 1 })).toBe(4);
  expect(numberOf({ n: -3 }, 'n', { min: 1, max: 4, default: 2 })).toBe(1);
});

test('a path through something that is no object ends in nothing', () => {
  expect(fieldsAt({ a: [1] }, 'a', 'b')).toEqual({});
  expect(fieldsAt(undefined, 'a')).toEqual({});
});
