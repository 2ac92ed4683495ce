import { COMMAND_EXPIRY_MS } from '@berth/contract/limits';
import { expect, it, onTestFinished, vi } from 'vitest';
import { underKeys } from './open-keys.ts';

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const keysOf = async (wish: unknown) => underKeys(wish, 2, async (keys) => keys);

async function lose(wish: unknown): Promise<readonly string[]> {
  let keys: readonly string[] = [];
  await underKeys(wish, 2, (given) => {
    keys = given;
    return lost();
  }).catch(() => undefined);
  return keys;
}

it('a wish whose reply was lost keeps its keys until it is fulfilled', async () => {
  const first = await lose('reboot');
  expect(await lose('reboot')).toEqual(first);
  expect(await keysOf('shut down')).not.toEqual(first);
  expect(await keysOf('reboot')).toEqual(first);
  expect(await keysOf('reboot')).not.toEqual(first);
});

it('the same wish is a new one once a command would have expired', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const first = await lose('wake');
  vi.advanceTimersByTime(COMMAND_EXPIRY_MS);
  expect(await keysOf('wake')).not.toEqual(first);
});
