import type { MachineId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import type { NetworkedMachine } from './store-wake.ts';
import { assignWakers, networksOf } from './wakers.ts';

const MAC = '52:54:00:12:34:56';

function machine(id: string, ...interfaces: NonNullable<NetworkedMachine['interfaces']>): NetworkedMachine {
  return { machineId: id as MachineId, interfaces };
}

/** A wired interface. */
function wired(address: string, router?: string) {
  return { name: 'eno1', mac: MAC, addresses: [address], ...(router === undefined ? {} : { router }) };
}

const wakersOf = (asleep: NetworkedMachine, awake: readonly NetworkedMachine[]) => [
  ...assignWakers([asleep], awake).macs.keys(),
];

it.each([
  ['eno1', true],
  ['eth0', true],
  ['enp0s31f6', true],
  ['enx525400123456', true],
  ['wlp2s0', false],
  ['docker0', false],
  ['virbr0', false],
  ['veth0', false],
  ['tun0', false],
  ['e1000', false],
])('%s is a wired adapter: %j', (name, is) => {
  const networks = networksOf(machine('a', { name, mac: MAC, addresses: ['10.1.22.3'] }));
  expect(networks).toEqual(is ? [{ mac: MAC, prefix: '10.1.22.', router: undefined }] : []);
});

it.each(['', '00', '52:54:00:12:34', '52:54:00:12:34:5g', '52-54-00-12-34-56', `${MAC}:00`, `x${MAC}`])(
  'the hardware address %j is none',
  (mac) => {
    expect(networksOf(machine('a', { ...wired('10.1.22.3'), mac }))).toEqual([]);
  },
);

it('a machine has each of its IPv4 networks once', () => {
  const addresses = ['10.1.22.3', '10.1.22.4', 'fd00::10.1.23.1', '2001:db8::1', '192.168.178.20'];
  expect(networksOf(machine('a', { ...wired(''), addresses })).map(({ prefix }) => prefix)).toEqual([
    '10.1.22.',
    '192.168.178.',
  ]);
  expect(networksOf({ machineId: 'a' as MachineId, interfaces: null })).toEqual([]);
});

it.each([
  [undefined, undefined, true],
  ['aa', undefined, true],
  [undefined, 'aa', true],
  ['aa', 'aa', true],
  ['aa', 'bb', false],
])('routers %j and %j can be of one network: %j', (one, other, can) => {
  const found = wakersOf(machine('asleep', wired('10.1.22.3', one)), [machine('awake', wired('10.1.22.9', other))]);
  expect(found).toEqual(can ? ['awake'] : []);
});

it('only a machine with an interface in the network wakes others there', () => {
  const asleep = machine('asleep', wired('10.1.2.3', 'aa'));
  const awake = [
    machine('longer', wired('10.1.22.3', 'aa')),
    machine('inside', wired('110.1.2.3', 'aa')),
    machine('both', wired('10.9.9.9', 'bb'), wired('10.1.2.9', 'aa')),
    machine('crossed', wired('10.9.9.9', 'aa'), wired('10.1.2.9', 'bb')),
    { machineId: 'silent' as MachineId, interfaces: null },
  ];
  expect(wakersOf(asleep, awake)).toEqual(['both']);
});

it('the first three machines of a network wake all its machines', () => {
  const asleep = [1, 2, 3].map((host) => ({
    ...machine(`asleep ${host}`, { ...wired(`10.1.2.${host}`), mac: `52:54:00:00:00:0${host}` }),
  }));
  const awake = [11, 12, 13, 14].map((host) => machine(`awake ${host}`, wired(`10.1.2.${host}`)));
  const { macs, reached } = assignWakers([...asleep, machine('away', wired('10.1.3.1'))], awake);
  const all = ['52:54:00:00:00:01', '52:54:00:00:00:02', '52:54:00:00:00:03'];
  expect([...macs]).toEqual(['awake 11', 'awake 12', 'awake 13'].map((id) => [id, all]));
  expect([...reached]).toEqual(['asleep 1', 'asleep 2', 'asleep 3']);
});

it('thousands of networks that machines report are no work to compare: meanwhile, the server answers nobody', () => {
  const reporting = (number: number, hosts: number) =>
    machine(
      `m${number}`,
      ...Array.from({ length: 16 }, (_, card) => ({
        ...wired('', `router ${number} ${card}`),
        addresses: Array.from({ length: 8 }, (_, each) => `10.${number % 250}.${card * 8 + each}.${hosts}`),
      })),
    );
  const asleep = Array.from({ length: 500 }, (_, number) => reporting(number, 1));
  const awake = Array.from({ length: 100 }, (_, number) => reporting(number + 1_000, 2));
  const before = process.cpuUsage();
  expect(assignWakers(asleep, awake).reached).toEqual(new Set());
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

it('one machine with several adapters in a network wakes others there once', () => {
  const [asleep, both] = [
    machine('asleep', wired('10.1.2.3', 'aa')),
    machine('both', wired('10.1.2.8'), wired('10.1.2.9', 'aa')),
  ];
  expect(assignWakers([asleep], [both]).macs).toEqual(new Map([['both', [MAC]]]));
});
