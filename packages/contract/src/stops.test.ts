import { expect, it } from 'vitest';
import { createStops } from './stops.ts';

it('stops in reverse order, one after another', async () => {
  const stops = createStops();
  const stopped: string[] = [];
  const part = { stop: async () => void stopped.push('database') };
  expect(stops.use(part)).toBe(part);
  stops.defer(async () => {
    await Promise.resolve();
    stopped.push('listener');
  });
  stops.use({ stop: () => void stopped.push('gateway') });
  await stops.run();
  expect(stopped).toEqual(['gateway', 'listener', 'database']);
});

it('stops the rest if one part fails to stop, and throws its error', async () => {
  const stops = createStops();
  const stopped: string[] = [];
  const failure = new Error('The lock is gone.');
  stops.defer(() => void stopped.push('database'));
  stops.defer(() => Promise.reject(failure));
  stops.defer(() => void stopped.push('gateway'));
  await expect(stops.run()).rejects.toBe(failure);
  expect(stopped).toEqual(['gateway', 'database']);
});

it('reports every error if several parts fail to stop', async () => {
  const stops = createStops();
  stops.defer(() => Promise.reject(new Error('first')));
  stops.defer(() => {
    throw new Error('second');
  });
  await expect(stops.run()).rejects.toMatchObject({ errors: [{ message: 'second' }, { message: 'first' }] });
});

it('stops once, even if asked again', async () => {
  const stops = createStops();
  let count = 0;
  stops.defer(() => {
    count += 1;
  });
  await Promise.all([stops.run(), stops.run()]);
  expect(count).toBe(1);
});
