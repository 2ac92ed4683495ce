// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeSignedOutRoute, takeTimedOut } from '../../paths/journey.ts';
import { endIdleSession, watchInactivity } from './inactivity.ts';

const cloud = vi.hoisted(() => ({ isVersion: false }));
const signOutRegardless = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('../client-config.ts', () => ({ isCloudVersion: () => cloud.isVersion }));
vi.mock('./sign-in.ts', () => ({ signOutRegardless }));
afterEach(() => vi.clearAllMocks());

const HOUR = 36e5;

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

describe('a login that ends for want of a click', () => {
  it.each([
    [true, '/session/login'],
    [false, '/session/local'],
  ])('on the cloud version (%s) leads to %s, and says so there', async (isCloud, path) => {
    cloud.isVersion = isCloud;
    await endIdleSession();
    expect(signOutRegardless).toHaveBeenCalledOnce();
    expect(takeSignedOutRoute()).toBe(path);
    expect(takeTimedOut()).toBe(true);
  });
});
