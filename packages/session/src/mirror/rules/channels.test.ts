import { describe, expect, it } from 'vitest';
import { arrange, type Channels, columnsFor, NO_CHANNELS, occupy, prepend, release, swap } from './channels.ts';

/** 'ab-c' as channels 0 to 8: a dash is a free one. */
const read = (text: string): Channels => [...text.padEnd(9, '-')].map((name) => (name === '-' ? null : name));
const write = (channels: Channels): string =>
  channels
    .map((name) => name ?? '-')
    .join('')
    .replace(/-+$/, '');

it('there are nine, 0 to 8', () => expect(NO_CHANNELS).toHaveLength(9));

describe('calls occupy channels', () => {
  it.each([
    ['', 'a', 'a'],
    ['a', 'b', 'ab'],
    ['a-c', 'b', 'abc'],
    ['ab', 'a', 'ab'],
    ['abcdefghi', 'j', 'abcdefghi'],
  ])('%s with %s is %s', (before, guest, after) => expect(write(occupy(read(before), guest))).toBe(after));
});

describe('prepend', () => {
  it.each([
    ['', 'a', 'a'],
    ['ab', 'c', 'cab'],
    ['a-b', 'c', 'cab'],
    ['abc', 'c', 'cab'],
    ['abcdefghi', 'j', 'abcdefghi'],
    ['abcdefghi', 'i', 'iabcdefgh'],
  ])('%s with %s is %s', (before, guest, after) => expect(write(prepend(read(before), guest))).toBe(after));
});

describe('swap', () => {
  it.each([
    ['abc', 0, 2, 'cba'],
    ['a', 0, 4, '----a'],
    ['abc', 1, 1, 'abc'],
    ['abc', 0, 9, 'abc'],
    ['abc', -1, 0, 'abc'],
  ])('%s, %i and %i is %s', (before, a, b, after) => expect(write(swap(read(before), a, b))).toBe(after));
});

describe('arrange', () => {
  it.each([
    ['abc', 'cab', 'cab'],
    ['a-b-c', 'b', 'bac'],
    ['abc', 'xcc', 'cab'],
    ['-a', '', 'a'],
  ])('%s as %s is %s', (before, order, after) => expect(write(arrange(read(before), [...order]))).toBe(after));
});

it('a leaving guest does not move the others', () => expect(write(release(read('abc'), 'b'))).toBe('a-c'));

it.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [4, 2],
  [5, 3],
  [9, 3],
])('%i streams use %i columns', (count, columns) => expect(columnsFor(count)).toBe(columns));
