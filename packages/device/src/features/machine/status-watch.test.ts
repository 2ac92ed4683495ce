import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSystem } from '../../system/fake/index.ts';
import { StatusWatch } from './status-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('checks the status every second while a page listens: normal, updating, reboot needed', () => {
  const { knobs, machine } = fakeSystem();
  const heard: string[] = [];
  const watch = new StatusWatch(machine, ({ status }) => heard.push(status));
  watch.start();
  const end = watch.watch();
  expect(watch.current).toEqual({ status: 'normal', message: '' });
  knobs.rebootNeeded = true;
  vi.advanceTimersByTime(999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['reboot-needed']);
  watch.setUpdating('Installing 3 of 12');
  expect(watch.current).toEqual({ status: 'updating', message: 'Installing 3 of 12' });
  watch.setUpdating(null);
  expect(heard).toEqual(['reboot-needed', 'updating', 'reboot-needed']);
  end();
  watch.stop();
});
