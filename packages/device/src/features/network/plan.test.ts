import { expect, test } from 'vitest';
import { understandDefinition } from '../../state/schema.ts';
import { networkPlan } from './plan.ts';

const planOf = (network: Record<string, unknown>, name = 'Reception') =>
  networkPlan(understandDefinition({ system: { network } }).value, name);

test('a default profile leaves the network alone', () => {
  expect(planOf({})).toEqual({ servers: [], searchDomains: [], wifi: { mode: 'system' }, tunnel: null });
});

test.each([
  [{ mode: 'disabled' }, { mode: 'disabled' }],
  [
    { mode: 'client', client: { use_system_settings: false, ssid: 'Company', password: 'the-password' } },
    { mode: 'client', ssid: 'Company', password: 'the-password' },
  ],
  [
    { mode: 'client', client: { use_system_settings: true, ssid: 'Company', password: 'the-password' } },
    { mode: 'system' },
  ],
  [
    { mode: 'client', client: { use_system_settings: false, ssid: 'Open' } },
    { mode: 'client', ssid: 'Open', password: null },
  ],
  [
    { mode: 'hotspot', hotspot: { ssid_use_devname: true, password: 'for-guests' } },
    { mode: 'hotspot', ssid: 'Reception', password: 'for-guests' },
  ],
  [
    { mode: 'hotspot', hotspot: { ssid_use_devname: false, ssid: 'Lobby' } },
    { mode: 'hotspot', ssid: 'Lobby', password: null },
  ],
])('Wi-Fi %j', (wifi, expected) => {
  expect(planOf({ wifi }).wifi).toEqual(expected);
});

test("shortens a hotspot's name to the 32 bytes of an SSID", () => {
  const { wifi } = planOf({ wifi: { mode: 'hotspot' } }, 'Переговорная на третьем этаже');
  expect(wifi).toMatchObject({ ssid: 'Переговорная на т' });
});

test('applies IPv4 and IPv6 name servers and search domains', () => {
  const plan = planOf({
    dns: { servers4: ['192.0.2.53'], servers6: ['2001:db8::53'] },
    'search-domains': ['company.example'],
  });
  expect(plan).toMatchObject({
    servers: ['192.0.2.53', '2001:db8::53'],
    searchDomains: ['company.example'],
  });
});
