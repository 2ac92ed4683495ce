import Type from 'typebox';
import { MGMT_TIERS } from '../limits.ts';
import { BILLING_STATES } from '../rules/billing.ts';
import { closed, Instant, nullable } from './parts.ts';

export const BillingInformation = closed({
  state: Type.Enum([...BILLING_STATES]),
  mgmtTier: Type.Enum([...MGMT_TIERS]),
  /** Negative if credits were used whose payment was reversed. */
  credits: Type.Integer(),
  /** Cost of 30 days with the current machines, profiles and apps. */
  creditsPerPeriod: Type.Integer({ minimum: 0 }),
  periodDays: Type.Integer(),
  /** Date of the first charge that is not covered; null while nothing is charged. */
  endsAt: nullable(Instant),
  /**
   * Remaining credits now and after each day with charges, for CREDIT_FORECAST_DAYS, up to the last charge that is
   * covered; empty while nothing is charged.
   */
  forecast: Type.Array(closed({ at: Instant, credits: Type.Integer() })),
  /** Set once a charge was not covered: the amount owed, and until when Pro continues. */
  arrears: nullable(closed({ since: Instant, proUntil: Instant, credits: Type.Integer({ minimum: 0 }) })),
  /** Credits for each machine and period. */
  proCredits: Type.Integer({ minimum: 0 }),
  /** Net price of one credit in the currency's smallest unit. */
  creditPrice: Type.Integer(),
  currency: Type.String(),
});
export type BillingInformation = Type.Static<typeof BillingInformation>;
