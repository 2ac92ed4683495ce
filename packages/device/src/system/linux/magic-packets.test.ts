import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { broadcastOf, sendMagicPackets } from './magic-packets.ts';

it('a magic packet for each computer arrives at whoever listens in the network', async () => {
  const sleeper = createSocket('udp4');
  const packets: Buffer[] = [];
  sleeper.on('message', (packet) => packets.push(packet));
  sleeper.bind(0, '127.255.255.255');
  await once(sleeper, 'listening');
  const broadcasts = [
    { from: '192.0.2.99', to: '192.0.2.255' },
    { from: '127.0.0.1', to: '127.255.255.255' },
  ];
  const { port } = sleeper.address();
  await sendMagicPackets(['52:54:00:12:34:56', '02:00:5e:00:00:01'], broadcasts, { port, waitsMs: [0, 1] });
  const packet = (mac: string) => `${'ff'.repeat(6)}${mac.repeat(16)}`;
  const round = [packet('525400123456'), packet('02005e000001')];
  await eventually(() => expect(packets.map((each) => each.toString('hex'))).toEqual([...round, ...round]));
  sleeper.close();
});

it.each([
  ['10.20.4.31', '255.255.255.0', '10.20.4.255'],
  ['10.20.4.31', '255.255.252.0', '10.20.7.255'],
  ['192.168.1.130', '255.255.255.128', '192.168.1.255'],
])('%s with the mask %s broadcasts to %s', (address, mask, broadcast) => {
  expect(broadcastOf(address, mask)).toBe(broadcast);
});
