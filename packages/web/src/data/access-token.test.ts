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
  it('is the stored one while it is valid', async () => {
    storeAccessToken('a', soon(3_600));
    expect(await accessToken()).toBe('a');
  });

  it('is undefined when no one is logged in', async () => {
    expect(await accessToken()).toBeUndefined();
  });

  it('waits for a pending renewal, checking every 50 ms', async () => {
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

  it('is renewed within five seconds of its expiry', async () => {
    storeAccessToken('a', soon(4));
    const answered = Promise.resolve();
    setRenewer(() => duringRenewal(() => answered.then(() => storeAccessToken('b', soon(3_600)))));
    expect(await accessToken()).toBe('b');
  });

  it('is renewed in advance without delaying the call', async () => {
    storeAccessToken('a', soon(30));
    const renewal = Promise.withResolvers<void>();
    setRenewer(() => renewal.promise);
    expect(await accessToken()).toBe('a');
    renewal.resolve();
  });

  it('is undefined, and redirects to the login, when renewal is refused', async () => {
    storeAccessToken('a', soon(-1));
    setRenewer(() => Promise.reject(new Error('invalid_grant')));
    expect(await accessToken()).toBeUndefined();
    expect(onFailed).toHaveBeenCalledOnce();
  });

  it('keeps the login when the provider is unreachable', async () => {
    storeAccessToken('a', soon(-1));
    setRenewer(() => Promise.reject(new ApiError({ status: 0, code: 'offline', message: 'no answer' })));
    await expect(accessToken()).rejects.toMatchObject({ code: 'offline' });
    expect(onFailed).not.toHaveBeenCalled();
  });
});
