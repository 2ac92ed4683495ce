import { expect, test } from 'vitest';
import { hotspotName } from './names.ts';

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
