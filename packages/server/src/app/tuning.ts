import { GATEWAY_TIMING, type GatewayTiming } from '../gateway/gateway.ts';
import { RATE_LIMITS, type RateLimits } from '../http/rate-limit.ts';
import type { MayReach } from '../platform/addresses.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Resolve } from '../platform/outbound/post.ts';

/** What tests and benchmarks set otherwise than an operator could. */
export interface Tuning {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  /** Compare every answer with its declaration: costs time, finds mistakes. */
  readonly checkReplies: boolean;
  /** Whether the jobs run that charge, deliver, expire, and clean up. */
  readonly jobs: boolean;
  readonly gatewayTiming: GatewayTiming;
  /** How names of webhooks' receivers are resolved; undefined: as the system does. */
  readonly resolve: Resolve | undefined;
  /** Which addresses webhooks reach; undefined: public ones, and the networks that the operator opened. */
  readonly mayReach: MayReach | undefined;
}

/** As it runs for an operator. */
export const TUNING: Tuning = {
  clock: systemClock,
  rateLimits: RATE_LIMITS,
  checkReplies: false,
  jobs: true,
  gatewayTiming: GATEWAY_TIMING,
  resolve: undefined,
  mayReach: undefined,
};
