import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Bus } from '../../platform/bus.ts';
import { Tunnel } from './tunnel.ts';

/** Both ends of a tunnel; `loses` selects a message that is lost. */
function pair(loses: (count: number) => boolean = () => false) {
  const handlers = new Map<string, (bytes: Buffer) => void>();
  let [count, sent] = [0, 0];
  const bus: Pick<Bus, 'sendBytes' | 'onBytes' | 'onGap'> = {
    sendBytes(channel, bytes) {
      count += 1;
      sent += bytes.length;
      if (!loses(count)) queueMicrotask(() => handlers.get(channel)?.(Buffer.from(bytes)));
    },
    onBytes(channel, handler) {
      handlers.set(channel, handler);
      return () => void handlers.delete(channel);
    },
    onGap: () => () => undefined,
  };
  const near = new Tunnel(bus, { to: 'up', from: 'down' });
  const far = new Tunnel(bus, { to: 'down', from: 'up' });
  return { near, far, sent: () => sent };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('carries bytes unchanged, with backpressure', async () => {
  const { near, far, sent } = pair();
  const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(100_000, index));
  for (const chunk of chunks) near.write(chunk);
  near.end();
  await settle();
  expect(sent()).toBeLessThan(1_000_000);
  const heard: Buffer[] = [];
  far.on('data', (data: Buffer) => heard.push(data));
  await once(far, 'end');
  expect(Buffer.concat(heard).equals(Buffer.concat(chunks))).toBe(true);
});

// The message in between acknowledges the first chunk.
it('ends if a chunk is lost', async () => {
  const { near, far } = pair((count) => count === 3);
  far.resume();
  const closed = once(far, 'close');
  for (const word of ['one', 'two', 'three']) {
    near.write(word);
    await settle();
  }
  await closed;
  expect(far.destroyed).toBe(true);
});
