import { ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import { setApiBase } from '@berth/web/data/api-base.ts';
import { startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { keepCode } from './codes.ts';

const meeting = { peerId: 'peer', server: 2 };

async function publish() {
  const cloud = await startLoopback(() => ({ status: 201, body: { expiresAt: new Date().toISOString() } }));
  setApiBase(`${cloud.origin}/api`);
  const bridge = { call: async () => ({ id: 'a'.repeat(32), machineToken: 'signed' }) } as unknown as Bridge;
  const shown: (string | null)[] = [];
  const codes = keepCode(bridge, meeting, (code) => void shown.push(code));
  const next = async (count: number) => {
    await vi.waitFor(() => expect(shown.filter(Boolean)).toHaveLength(count), { timeout: 60_000 });
    return shown.at(-1) ?? '';
  };
  return { codes, next, shown, received: cloud.received };
}

test('a code names the server, is published, and works once', async () => {
  const { codes, next, received } = await publish();
  const code = await next(1);
  expect(code).toMatch(/^2[0-9a-f]{8}$/);
  expect(received).toMatchObject([{ method: 'POST', path: `/api/p2p-helper/share-otc/${code}/${'a'.repeat(32)}` }]);
  expect([codes.take(code), codes.take(code)]).toEqual([true, false]);
  codes.stop();
});

test('a code shown while it is typed stays valid next to the next one, until all are replaced', async () => {
  const { codes, next, shown } = await publish();
  const first = await next(1);
  codes.renew();
  const second = await next(2);
  expect(second).not.toBe(first);
  expect(codes.take(first)).toBe(true);
  codes.replace();
  expect(shown.at(-1)).toBeNull();
  const third = await next(3);
  expect([codes.take(second), codes.take(third)]).toEqual([false, true]);
  codes.stop();
});

test('after the computer slept, an expired code is replaced within seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { codes, next } = await publish();
  const first = await next(1);
  // Timers do not run meanwhile.
  vi.setSystemTime(Date.now() + ONE_TIME_CODE_MS);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await next(2)).not.toBe(first);
  codes.stop();
});
