import type { RateClass } from '@berth/contract/api/endpoint';
import { network } from '../platform/addresses.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { ApiError } from './api-error.ts';

/** Limits of one account or address: a burst, then a rate. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

export type RateLimits = Readonly<Record<RateClass, { readonly account: Rate; readonly address: Rate }>>;

/** An address may be a whole site with its machines behind one router, so it gets a multiple of a person's limit. */
export const RATE_LIMITS: RateLimits = {
  read: { account: { burst: 300, perMinute: 1_200 }, address: { burst: 1_500, perMinute: 6_000 } },
  write: { account: { burst: 150, perMinute: 600 }, address: { burst: 600, perMinute: 2_400 } },
  poll: { account: { burst: 120, perMinute: 600 }, address: { burst: 1_200, perMinute: 6_000 } },
  login: { account: { burst: 30, perMinute: 60 }, address: { burst: 120, perMinute: 240 } },
  command: { account: { burst: 60, perMinute: 120 }, address: { burst: 300, perMinute: 600 } },
};

/** Multiplies the limits by a factor. */
export function scaled(limits: RateLimits, factor: number): RateLimits {
  const times = ({ burst, perMinute }: Rate): Rate => ({ burst: burst * factor, perMinute: perMinute * factor });
  const entries = Object.entries(limits).map(([name, { account, address }]) => {
    return [name, { account: times(account), address: times(address) }];
  });
  return Object.fromEntries(entries) as RateLimits;
}

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS_MAX = 50_000;

/** Throws 'rate-limited' with Retry-After if a subject calls too often. */
export interface RateLimiter {
  take(rateClass: RateClass, kind: 'account' | 'address', subject: string): void;
}

/** Calls with secrets that attackers guess. Only this class is rare enough to share between nodes. */
const SHARED: RateClass = 'login';
/** A call of the shared class that another node accepted. */
const CALL_TAKEN = 'rate-limit.taken';
interface CallTaken {
  readonly kind: 'account' | 'address';
  readonly subject: string;
}

/**
 * Token buckets in memory. Each node counts separately; calls of the class `login` are shared between nodes over the
 * bus.
 */
export function createRateLimiter(
  limits: RateLimits,
  clock: Clock,
  bus: Pick<Bus, 'publish' | 'subscribe'>,
): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function bucketOf(rateClass: RateClass, kind: CallTaken['kind'], subject: string): Bucket {
    const { burst, perMinute } = limits[rateClass][kind];
    const key = `${rateClass} ${kind} ${subject}`;
    const now = clock.now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 60_000) * perMinute);
    bucket.at = now;
    // Deleted and set again, so that the map is ordered by last use.
    buckets.delete(key);
    buckets.set(key, bucket);
    forgetOldest(buckets);
    return bucket;
  }

  bus.subscribe(
    CALL_TAKEN,
    (message) => {
      const { kind, subject } = message as CallTaken;
      const bucket = bucketOf(SHARED, kind, subject);
      bucket.tokens = Math.max(0, bucket.tokens - 1);
    },
    'other-nodes',
  );

  return {
    take(rateClass, kind, caller) {
      const subject = kind === 'address' ? network(caller) : caller;
      const bucket = bucketOf(rateClass, kind, subject);
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        if (rateClass === SHARED) bus.publish(CALL_TAKEN, { kind, subject } satisfies CallTaken);
        return;
      }
      const { perMinute } = limits[rateClass][kind];
      const seconds = Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute));
      throw new ApiError('rate-limited', `Too many requests. Try again in ${seconds} s.`, undefined, {
        'retry-after': String(seconds),
      });
    },
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  if (buckets.size <= BUCKETS_MAX) return;
  const oldest = buckets.keys().next().value;
  if (oldest !== undefined) buckets.delete(oldest);
}
