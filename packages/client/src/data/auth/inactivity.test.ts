// @vitest-environment happy-dom
import { INACTIVITY_LOGOUT_MS } from '@berth/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchInactivity } from './inactivity.ts';

const HOUR = INACTIVITY_LOGOUT_MS;

describe('the watch for inactivity', () => {
  const onTimeout = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
    onTimeout.mockClear();
    stop = watchInactivity(onTimeout);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('ends after one hour without a click', () => {
    vi.advanceTimersByTime(HOUR - 1);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it.each(['click', 'keydown'])('starts over with every %s', (event) => {
    vi.advanceTimersByTime(HOUR - 1000);
    document.dispatchEvent(new Event(event, { bubbles: true }));
    vi.advanceTimersByTime(HOUR - 1);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('counts the time before a reload', async () => {
    await vi.advanceTimersByTimeAsync(HOUR - 1000);
    const kept = sessionStorage.getItem('last_activity') ?? '';
    stop();
    sessionStorage.setItem('last_activity', kept);
    stop = watchInactivity(onTimeout);
    vi.advanceTimersByTime(1000);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('counts time asleep, when timers stand still: the first click afterwards comes too late', () => {
    vi.setSystemTime(Date.now() + HOUR + 1);
    document.dispatchEvent(new Event('click', { bubbles: true }));
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('says nothing once it is stopped', () => {
    stop();
    vi.advanceTimersByTime(2 * HOUR);
    expect(onTimeout).not.toHaveBeenCalled();
  });
});
