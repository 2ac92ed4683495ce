// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeSignedOutRoute, takeTimedOut } from '../../paths/remembered-routes.ts';
import { endIdleSession, watchInactivity } from './inactivity.ts';

const cloud = vi.hoisted(() => ({ isVersion: false }));
const signOutRegardless = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('../client-config.ts', () => ({ isCloudVersion: () => cloud.isVersion }));
vi.mock('./sign-in.ts', () => ({ signOutRegardless }));
afterEach(() => vi.clearAllMocks());

const HOUR = 36e5;

describe('inactivity timeout', () => {
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

  it('fires after one hour without a click', () => {
    vi.advanceTimersByTime(HOUR - 1);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it.each(['click', 'keydown'])('restarts with every %s', (event) => {
    vi.advanceTimersByTime(HOUR - 1000);
    document.dispatchEvent(new Event(event, { bubbles: true }));
    vi.advanceTimersByTime(HOUR - 1);
    expect(onTimeout).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('includes the time before a reload', async () => {
    await vi.advanceTimersByTimeAsync(HOUR - 1000);
    const kept = sessionStorage.getItem('last_activity') ?? '';
    stop();
    sessionStorage.setItem('last_activity', kept);
    stop = watchInactivity(onTimeout);
    vi.advanceTimersByTime(1000);
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('includes sleep, when timers are suspended: the first click afterward is too late', () => {
    vi.setSystemTime(Date.now() + HOUR + 1);
    document.dispatchEvent(new Event('click', { bubbles: true }));
    expect(onTimeout).toHaveBeenCalledOnce();
  });

  it('does nothing once stopped', () => {
    stop();
    vi.advanceTimersByTime(2 * HOUR);
    expect(onTimeout).not.toHaveBeenCalled();
  });
});

describe('a login that times out', () => {
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
