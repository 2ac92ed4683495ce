import { CLOSE, RECONNECT_BASE_MS, RECONNECT_CAP_MS } from '@berth/contract/device/messages';
import { expect, test } from 'vitest';
import { reconnectDelay } from './connection.ts';

const lost = { code: 1006, welcomed: false };

test('waits with full jitter: 0 to base × 2^attempt, capped', () => {
  expect(reconnectDelay(lost, 5, () => 0)).toBe(0);
  expect(reconnectDelay(lost, 0, () => 1)).toBe(RECONNECT_BASE_MS);
  expect(reconnectDelay(lost, 3, () => 1)).toBe(RECONNECT_BASE_MS * 8);
  expect(reconnectDelay(lost, 60, () => 1)).toBe(RECONNECT_CAP_MS);
});

test.each([
  ['notRegistered', 7_500, 15_000],
  ['replaced', 60_000, 120_000],
  ['badToken', 30_000, 60_000],
] as const)('after %s it waits long, whatever the attempt', (code, least, most) => {
  const ending = { code: CLOSE[code], welcomed: false };
  expect(reconnectDelay(ending, 0, () => 0)).toBe(least);
  expect(reconnectDelay(ending, 9, () => 1)).toBe(most);
});
