import { expect, test } from 'vitest';
import { Notifications } from './notifications.ts';

test('messages stay until they are dismissed, the newest twenty of them', () => {
  const told: number[] = [];
  const read: string[] = [];
  const notifications = new Notifications(
    (list) => told.push(list.length),
    (id) => read.push(id),
  );
  for (let n = 1; n <= 21; n += 1) notifications.add(`id-${n}`, `message ${n}`, false);
  expect(notifications.list().map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, index) => `message ${index + 2}`),
  );
  notifications.dismiss(notifications.list()[0]?.id ?? '');
  expect(notifications.list()[0]?.message).toBe('message 3');
  expect(told.at(-1)).toBe(19);
  notifications.dismiss('id-2');
  expect(read).toEqual(['id-2']);
});
