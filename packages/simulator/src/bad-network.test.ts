import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type BadNetworkOptions, openBadNetwork } from './bad-network.ts';

/** A network in front of an echo server. */
async function network(options: Partial<BadNetworkOptions>) {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway = new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const bad = await openBadNetwork(gateway, { latencyMs: 0, kbit: 0, lossPerMinute: 0, ...options });
  onTestFinished(async () => {
    await bad.stop();
    server.close();
  });
  return { bad, open: () => bad.connect().on('error', () => undefined) };
}

test('latency applies in each direction, and the order is kept', async () => {
  const { open } = await network({ latencyMs: 100 });
  const socket = open();
  const start = performance.now();
  for (const word of ['one ', 'two ', 'three']) socket.write(word);
  let heard = '';
  while (heard.length < 13) heard += String((await once(socket, 'data'))[0]);
  expect(heard).toBe('one two three');
  // A timer may fire up to a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(198);
});

test('the rate limits throughput', async () => {
  const { open } = await network({ kbit: 160 });
  const socket = open();
  const start = performance.now();
  socket.write(Buffer.alloc(10_000));
  for (let heard = 0; heard < 10_000; ) heard += ((await once(socket, 'data'))[0] as Buffer).length;
  // 10,000 bytes at 20,000 a second, in both directions.
  expect(performance.now() - start).toBeGreaterThan(990);
});

test('connections are lost alternately by a cut and by silence', async () => {
  const { bad, open } = await network({});
  const first = open();
  first.write('here');
  await once(first, 'data');
  bad.lose();
  await once(first, 'close');

  const silent = open();
  silent.write('here');
  await once(silent, 'data');
  bad.lose();
  const answer = vi.fn();
  silent.on('data', answer).write('still here');
  const third = open();
  third.write('here');
  await once(third, 'data');
  expect(answer).not.toHaveBeenCalled();
  expect(silent.destroyed).toBe(false);
});
