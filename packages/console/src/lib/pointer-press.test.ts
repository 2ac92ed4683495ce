// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { afterPress, watchPresses } from './pointer-press.ts';

const events = (...names: string[]) => {
  for (const name of names) window.dispatchEvent(new Event(name));
};

it('changes that would move the page under a pressed pointer wait for the click', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(watchPresses());
  const run = vi.fn();
  afterPress(run);
  expect(run).toHaveBeenCalledTimes(1);
  events('pointerdown', 'mousedown');
  const field = document.body.appendChild(document.createElement('input'));
  field.dispatchEvent(new FocusEvent('blur'));
  vi.runAllTimers();
  afterPress(run);
  const calledOff = vi.fn();
  afterPress(calledOff)();
  events('pointerup', 'mouseup', 'click');
  expect(run).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(2);
  expect(calledOff).not.toHaveBeenCalled();
});
