import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Online } from './online.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unknown = () => 'unknown' as const;

function measured(clock: () => 'ok' | 'error' | 'unknown' = unknown) {
  const network = vi.fn(async () => 'ok' as const);
  const probe = { network, dns: async () => 'ok' as const, internet: async () => 'error' as const, clock };
  const online = new Online({ probe: { ...probe, ping: network }, cloud: () => 'ok', onChange: () => {} });
  return { online, measurements: () => network.mock.calls.length };
}

test('probes network, DNS, internet, and cloud every 2.5 s while a page listens', async () => {
  const { online, measurements } = measured();
  const end = online.watch();
  await vi.advanceTimersByTimeAsync(2_499);
  expect(measurements()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(measurements()).toBe(2);
  await vi.advanceTimersByTimeAsync(7_500);
  expect(measurements()).toBe(5);
  expect(online.current()).toEqual({ network: 'ok', dns: 'ok', internet: 'error', cloud: 'ok' });
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(measurements()).toBe(5);
});

test('is unknown before the first probe, and a query waits for it', async () => {
  const { online } = measured();
  expect(online.current()).toEqual({ network: 'unknown', dns: 'unknown', internet: 'unknown', cloud: 'ok' });
  expect(await online.status()).toEqual({ network: 'ok', dns: 'ok', internet: 'error', cloud: 'ok' });
  online.stop();
});

test('a failed probe is unknown', async () => {
  const fails = async () => {
    throw new Error('no such tool');
  };
  const probe = { network: fails, dns: fails, internet: fails, clock: unknown, ping: fails };
  const online = new Online({ probe, cloud: () => 'unknown', onChange: () => {} });
  expect(await online.status()).toEqual({ network: 'unknown', dns: 'unknown', internet: 'unknown', cloud: 'unknown' });
  online.stop();
});

test('publishes each indicator as soon as it is known', async () => {
  const slow = Promise.withResolvers<'ok'>();
  const onChange = vi.fn();
  const ok = async () => 'ok' as const;
  const probe = { network: ok, dns: () => slow.promise, internet: () => slow.promise, clock: unknown, ping: ok };
  const online = new Online({ probe, cloud: () => 'unknown', onChange });
  const end = online.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(onChange).toHaveBeenLastCalledWith({ network: 'ok', dns: 'unknown', internet: 'unknown', cloud: 'unknown' });
  slow.resolve('ok');
  await vi.advanceTimersByTimeAsync(0);
  expect(onChange).toHaveBeenLastCalledWith({ network: 'ok', dns: 'ok', internet: 'ok', cloud: 'unknown' });
  end();
});

test('publishes that the clock is wrong, and that it is right again', async () => {
  let clock: 'ok' | 'error' = 'error';
  const { online } = measured(() => clock);
  expect((await online.status()).clock).toBe('error');
  clock = 'ok';
  const end = online.watch();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(online.current().clock).toBe('ok');
  end();
});
