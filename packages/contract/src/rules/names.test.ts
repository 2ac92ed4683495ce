import { expect, test } from 'vitest';
import type { MachineId } from '../ids.ts';
import { hotspotName, isTag, orderedName, shortId } from './names.ts';

test.each([
  ['a name that the profile gives', { ssid_use_devname: false, ssid: 'Lobby' }, 'Reception', 'Lobby'],
  ['the machine’s name', { ssid_use_devname: true, ssid: 'Lobby' }, 'Reception', 'Reception'],
  [
    'as much of a long name as has 32 bytes',
    { ssid_use_devname: true },
    'Переговорная на третьем этаже',
    'Переговорная на т',
  ],
  [
    'as much of the profile’s name',
    { ssid_use_devname: false, ssid: 'Переговорная на третьем этаже' },
    '',
    'Переговорная на т',
  ],
  ['emoji whole or not at all', { ssid_use_devname: true }, `${'x'.repeat(30)}🚢`, 'x'.repeat(30)],
  ['a name for a machine that has none', { ssid_use_devname: true }, '', 'Berth'],
])('a hotspot has %s', (_what, hotspot, machineName, name) => {
  expect(hotspotName(hotspot, machineName)).toBe(name);
});

test('a hotspot’s name counts the bytes of each letter', () => {
  const longest = (letter: string) => [...hotspotName({ ssid_use_devname: true }, letter.repeat(40))].length;
  expect(['\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}'].map(longest)).toEqual([32, 16, 16, 10, 10, 8]);
});

test('the short ID of a machine is the first six characters of its ID, in upper case', () => {
  expect(shortId('0a1b2c3d4e5f60718293a4b5c6d7e8f9' as MachineId)).toBe('0A1B2C');
});

const LONG = '0123456789abcdef0123456789abcdef';
test.each([
  ['a short ID', '10ABCD', '#&ABCD'],
  ['a short ID in lower case', '10abcd', '#&abcd'],
  ['a whole ID', LONG, '&#%^+<=>|~abcdef&#%^+<=>|~abcdef'],
  ['an ID after a word', 'Desk 2 10abcd', 'Desk 2 #&abcd'],
  ['an ID after a colon', 'PC:10ABCD', 'PC:#&ABCD'],
])('the digits of %s are not compared as numbers', (_what, name, key) => {
  expect(orderedName(name)).toBe(key);
});

test.each([
  ['is part of a word', 'X10ABCD'],
  ['is not at the end', '10abcd 2'],
  ['has letters of both cases', '10aBCd'],
  ['is too short', '10abc'],
  ['is longer than a short ID', '10abcde'],
  ['is longer than an ID', `${LONG}0`],
  ['has other letters', '10abcg'],
])('a number that %s is compared as one', (_what, name) => {
  expect(orderedName(name)).toBe(name);
});

test.each([
  ['Lobby', true],
  ['3', true],
  ['Büro', true],
  ['𝐀', true],
  ['floor-3_west.a:b', true],
  ['x'.repeat(32), true],
  ['x'.repeat(33), false],
  ['', false],
  ['-lobby', false],
  ['two words', false],
  ['lobby!', false],
])('whether %j is a tag: %j', (text, is) => {
  expect(isTag(text)).toBe(is);
});
