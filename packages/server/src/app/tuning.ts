import { GATEWAY_TIMING, type GatewayTiming } from '../gateway/gateway.ts';
import { RATE_LIMITS, type RateLimits } from '../http/rate-limit.ts';
import type { MayReach } from '../platform/addresses.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Resolve } from '../platform/outbound/post.ts';

/** Settings that only tests and benchmarks change. */
export interface Tuning {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  /** Compares every reply with its declaration. Slow; finds errors. */
  readonly checkReplies: boolean;
  /** Whether the jobs run that charge, deliver, expire, and clean up. */
  readonly jobs: boolean;
  readonly gatewayTiming: GatewayTiming;
  /** Resolves hostnames of webhook receivers; undefined: with the system's resolver. */
  readonly resolve: Resolve | undefined;
  /** Which addresses webhooks reach; undefined: public ones, and the networks that the operator allows. */
  readonly mayReach: MayReach | undefined;
}

/** The settings in production. */
export const TUNING: Tuning = {
  clock: systemClock,
  rateLimits: RATE_LIMITS,
  checkReplies: false,
  jobs: true,
  gatewayTiming: GATEWAY_TIMING,
  resolve: undefined,
  mayReach: undefined,
};
