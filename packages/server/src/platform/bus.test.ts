import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLocalBus } from './bus.ts';

function open() {
  const log: string[] = [];
  return { log, bus: createLocalBus(pino({}, { write: (line: string) => void log.push(line) })) };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('notifies every subscriber of a topic after the publisher is done', async () => {
  const { bus } = open();
  const heard: unknown[] = [];
  bus.subscribe('a', (message) => void heard.push(['first', message]));
  bus.subscribe('a', (message) => void heard.push(['second', message]));
  bus.subscribe('b', (message) => void heard.push(['other', message]));
  bus.publish('a', 1);
  expect(heard).toEqual([]);
  await settle();
  expect(heard).toEqual([
    ['first', 1],
    ['second', 1],
  ]);
});

it('stops notifying a listener once all its subscriptions have ended', async () => {
  const { bus } = open();
  const heard: unknown[] = [];
  const listen = (message: unknown) => void heard.push(message);
  const leave = [bus.subscribe('a', listen), bus.subscribe('a', listen)];
  leave[0]?.();
  bus.publish('a', 1);
  await settle();
  expect(heard).toEqual([1]);
  leave[1]?.();
  bus.publish('a', 2);
  await settle();
  expect(heard).toEqual([1]);
});

it('isolates a failing subscriber from the others and the publisher', async () => {
  const { bus, log } = open();
  const heard: unknown[] = [];
  bus.subscribe('a', () => {
    throw new Error('at once');
  });
  bus.subscribe('a', async () => {
    throw new Error('later');
  });
  bus.subscribe('a', (message) => void heard.push(message));
  bus.publish('a', 1);
  await settle();
  expect(heard).toEqual([1]);
  expect(log.join()).toMatch(/at once[\s\S]*later/);
});
