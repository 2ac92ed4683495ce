import { describe, expect, it } from 'vitest';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { ApiError } from './api-error.ts';
import { createRateLimiter, RATE_LIMITS, scaled } from './rate-limit.ts';

const rate = { account: { burst: 2, perMinute: 6 }, address: { burst: 3, perMinute: 60 } };

function limiterAt(start: number) {
  let now = start;
  const limiter = createRateLimiter(
    { ...RATE_LIMITS, read: rate },
    { now: () => now },
    createLocalBus(createLogger('error')),
  );
  return { limiter, pass: (ms: number) => (now += ms) };
}

/** Seconds to wait, as reported to the caller; 0 if the call succeeded. */
function waitOf(take: () => void): number {
  try {
    take();
    return 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.code).toBe('rate-limited');
    return Number(error.headers['retry-after']);
  }
}

describe('the rate limiter', () => {
  it('allows a burst, reports the wait, then allows one call at a time', () => {
    const { limiter, pass } = limiterAt(1_000);
    const call = () => waitOf(() => limiter.take('read', 'account', 'ann'));
    expect([call(), call(), call()]).toEqual([0, 0, 10]);
    pass(9_999);
    expect(call()).toBe(1);
    pass(1);
    expect([call(), call()]).toEqual([0, 10]);
  });

  it('counts each account, address, and class separately', () => {
    const { limiter } = limiterAt(0);
    for (const name of ['ann', 'ann', 'ben', 'ben']) limiter.take('read', 'account', name);
    limiter.take('write', 'account', 'ann');
    limiter.take('read', 'address', 'ann');
    expect(waitOf(() => limiter.take('read', 'account', 'ann'))).toBe(10);
  });

  it('counts one IPv6 network as one address', () => {
    const { limiter } = limiterAt(0);
    for (const host of ['2001:db8:0:7::1', '2001:db8::7:0:0:0:2', '2001:db8:0:7:ffff::3'])
      limiter.take('read', 'address', host);
    expect(waitOf(() => limiter.take('read', 'address', '2001:db8:0:7:1:2:3:4'))).toBe(1);
    expect(waitOf(() => limiter.take('read', 'address', '2001:db8:0:8::1'))).toBe(0);
    for (const host of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) limiter.take('read', 'address', host);
  });

  it("multiplies its limits by the operator's factor", () => {
    const scaledUp = scaled(RATE_LIMITS, 3);
    expect(scaledUp.login.address).toEqual({ burst: 360, perMinute: 720 });
    expect(Object.keys(scaledUp)).toEqual(Object.keys(RATE_LIMITS));
  });

  it('counts calls with secrets across nodes, and others per node', () => {
    const hearers: ((message: unknown) => unknown)[] = [];
    const node = () => {
      const index = hearers.length;
      return createRateLimiter(
        { ...RATE_LIMITS, read: rate, login: rate },
        { now: () => 0 },
        {
          publish: (_topic, message) => {
            for (const [at, hear] of hearers.entries()) if (at !== index) hear(message);
          },
          subscribe: (_topic, hear) => {
            hearers.push(hear);
            return () => undefined;
          },
        },
      );
    };
    const [first, second] = [node(), node()];
    for (const rateClass of ['login', 'read'] as const) {
      for (const _ of [1, 2]) first.take(rateClass, 'account', 'ann');
      first.take(rateClass, 'address', '2001:db8::1');
    }
    expect(waitOf(() => second.take('login', 'account', 'ann'))).toBe(10);
    expect(waitOf(() => second.take('read', 'account', 'ann'))).toBe(0);
    for (const _ of [1, 2]) second.take('login', 'address', '2001:db8::2');
    expect(waitOf(() => first.take('login', 'address', '2001:db8::3'))).toBe(1);
  });

  it('tolerates a clock that goes back', () => {
    const { limiter, pass } = limiterAt(100_000);
    for (const _ of [1, 2]) limiter.take('read', 'account', 'ann');
    pass(-50_000);
    expect(waitOf(() => limiter.take('read', 'account', 'ann'))).toBe(10);
  });
});
