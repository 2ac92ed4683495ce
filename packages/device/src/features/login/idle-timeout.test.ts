import { defaultDefinition } from '@berth/contract/profile/defaults';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { IdleTimeout } from './idle-timeout.ts';
import { loginSettings } from './settings.ts';

const MINUTE_MS = 60_000;
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A session with this idle action after 30 minutes; `touch` simulates input. */
function absenceWith(actionOnTimeout: string, enabled = true) {
  return absence({ enabled, timeout: 30, actionOnTimeout });
}

function absence(localSessionTimeout: object) {
  const definition = defaultDefinition();
  Object.assign(definition.system.auth.localSessionTimeout, localSessionTimeout);
  const done: string[] = [];
  const announced: (number | null)[] = [];
  let touched = Date.now();
  const idleTimeout = new IdleTimeout({
    settings: () => loginSettings(null, definition),
    isUsed: () => !done.includes('logout'),
    idleMs: async () => Date.now() - touched,
    blank: async () => void done.push('blank'),
    suspend: async () => void done.push('suspend'),
    logOut: () => void done.push('logout'),
    announceEnd: (seconds) => void announced.push(seconds),
    log: silentLog,
  });
  idleTimeout.start();
  onTestFinished(() => idleTimeout.stop());
  const touch = () => {
    touched = Date.now();
  };
  return { done, announced, touch, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test.each(['blank', 'suspend', 'logout'])('runs the action "%s" once when the idle timeout ends', async (action) => {
  const { done, pass } = absenceWith(action);
  await pass(29 * MINUTE_MS);
  expect(done).toEqual([]);
  await pass(2 * MINUTE_MS);
  expect(done).toEqual([action]);
  await pass(30 * MINUTE_MS);
  expect(done).toEqual([action]);
});

test('uses a timeout of six hours if the profile sets none', async () => {
  const { done, pass } = absence({ enabled: true, actionOnTimeout: 'logout' });
  await pass(359 * MINUTE_MS);
  expect(done).toEqual([]);
  await pass(2 * MINUTE_MS);
  expect(done).toEqual(['logout']);
});

test('blanks the screen again after the next idle period', async () => {
  const { done, touch, pass } = absenceWith('blank');
  await pass(31 * MINUTE_MS);
  touch();
  await pass(31 * MINUTE_MS);
  expect(done).toEqual(['blank', 'blank']);
});

test.each([
  ['nothing', true],
  ['logout', false],
] as const)('does nothing with the action "%s" and enabled: %s', async (action, enabled) => {
  const { done, pass } = absenceWith(action, enabled);
  await pass(120 * MINUTE_MS);
  expect(done).toEqual([]);
});

test('"interactive" counts down a minute before it logs out', async () => {
  const { done, announced, pass } = absenceWith('interactive');
  await pass(30.5 * MINUTE_MS);
  expect(done).toEqual([]);
  const counted = announced.filter((seconds) => seconds !== null);
  expect(counted[0]).toBeGreaterThan(54);
  expect(counted.at(-1)).toBeLessThan(35);
  await pass(MINUTE_MS);
  expect(done).toEqual(['logout']);
  expect(announced.at(-1)).toBeNull();
});

test('"interactive" keeps the session after input', async () => {
  const { done, announced, touch, pass } = absenceWith('interactive');
  await pass(30.5 * MINUTE_MS);
  touch();
  await pass(5 * MINUTE_MS);
  expect(announced.at(-1)).toBeNull();
  expect(done).toEqual([]);
});
