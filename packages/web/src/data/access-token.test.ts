// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessToken, duringRenewal, setRenewalFailed, setRenewer, storeAccessToken } from './access-token.ts';
import { ApiError } from './api-error.ts';

const soon = (seconds: number) => Date.now() + seconds * 1000;
const onFailed = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  setRenewer(undefined);
  onFailed.mockClear();
  setRenewalFailed(onFailed);
});

describe('the token for a call', () => {
  it('is the stored one while it lives', async () => {
    storeAccessToken('a', soon(3_600));
    expect(await accessToken()).toBe('a');
  });

  it('is none where nobody signed in', async () => {
    expect(await accessToken()).toBeUndefined();
  });

  it('waits for a pending renewal, and looks every 50 ms whether it is there', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    storeAccessToken('a', soon(3_600));
    const renewal = Promise.withResolvers<void>();
    void duringRenewal(() => renewal.promise);
    const got = vi.fn();
    void accessToken().then(got);
    await vi.advanceTimersByTimeAsync(110);
    storeAccessToken('b', soon(3_600));
    renewal.resolve();
    await vi.advanceTimersByTimeAsync(39);
    expect(got).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(got).toHaveBeenCalledExactlyOnceWith('b');
  });

  it('is a renewed one when it is within five seconds of its end', async () => {
    storeAccessToken('a', soon(4));
    setRenewer(() => duringRenewal(async () => storeAccessToken('b', soon(3_600))));
    expect(await accessToken()).toBe('b');
  });

  it('is renewed ahead of time without making the call wait', async () => {
    storeAccessToken('a', soon(30));
    const renewal = Promise.withResolvers<void>();
    setRenewer(() => renewal.promise);
    expect(await accessToken()).toBe('a');
    renewal.resolve();
  });

  it('is none, and the person is sent to sign in, when renewing is refused', async () => {
    storeAccessToken('a', soon(-1));
    setRenewer(() => Promise.reject(new Error('invalid_grant')));
    expect(await accessToken()).toBeUndefined();
    expect(onFailed).toHaveBeenCalledOnce();
  });

  it('signs nobody out because the provider cannot be reached', async () => {
    storeAccessToken('a', soon(-1));
    setRenewer(() => Promise.reject(new ApiError({ status: 0, code: 'offline', message: 'no answer' })));
    await expect(accessToken()).rejects.toMatchObject({ code: 'offline' });
    expect(onFailed).not.toHaveBeenCalled();
  });
});
