import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRandomEvents } from './random-events.ts';
import type { VirtualMachine } from './virtual-machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function machine() {
  const knobs = { network: 'ok', dns: 'ok', internet: 'ok', rebootNeeded: false, bootedAt: 0 };
  return { knobs, reboot: vi.fn() } as unknown as VirtualMachine & { knobs: typeof knobs };
}

/** A random source that returns these numbers in turn. */
function dice(...throws: number[]) {
  return () => throws.shift() ?? 0.99;
}

test('a machine loses the internet for a while and gets it back', () => {
  const [one, two, three, four, five] = [machine(), machine(), machine(), machine(), machine()];
  const life = startRandomEvents(
    { machines: [one, two, three, four, five] },
    { everyMs: 10_000, random: dice(0, 0.5) },
  );
  vi.advanceTimersByTime(10_000);
  expect(one.knobs.internet).toBe('error');
  vi.advanceTimersByTime(45_000);
  expect(one.knobs.internet).toBe('ok');
  life.stop();
});

test('a machine that needs a reboot is rebooted at the next check', () => {
  const only = machine();
  const life = startRandomEvents({ machines: [only] }, { everyMs: 10_000, random: dice(0, 0.9, 0, 0.9) });
  vi.advanceTimersByTime(10_000);
  expect(only.knobs.rebootNeeded).toBe(true);
  expect(only.reboot).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(only.reboot).toHaveBeenCalledOnce();
  life.stop();
  vi.advanceTimersByTime(60_000);
  expect(only.reboot).toHaveBeenCalledOnce();
});
