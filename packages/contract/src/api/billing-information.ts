import Type from 'typebox';
import { MGMT_TIERS } from '../limits.ts';
import { BILLING_STATES } from '../rules/billing.ts';
import { closed, Instant, nullable } from './parts.ts';

export const BillingInformation = closed({
  state: Type.Enum([...BILLING_STATES]),
  mgmtTier: Type.Enum([...MGMT_TIERS]),
  /** Less than 0 where credits were used whose payment went back. */
  credits: Type.Integer(),
  /** What 30 days cost with the machines, profiles and apps as they are now. */
  creditsPerPeriod: Type.Integer({ minimum: 0 }),
  periodDays: Type.Integer(),
  /** When a charge will not be covered; null while nothing is charged. */
  endsAt: nullable(Instant),
  /**
   * What is left from now on and after each day with charges, for the days of CREDIT_FORECAST_DAYS, up to the last charge
   * that is covered; empty while nothing is charged.
   */
  forecast: Type.Array(closed({ at: Instant, credits: Type.Integer() })),
  /** Set once a charge was not covered: what is owed, and until when Pro goes on. */
  arrears: nullable(closed({ since: Instant, proUntil: Instant, credits: Type.Integer({ minimum: 0 }) })),
  /** Credits for each machine and period. */
  proCredits: Type.Integer({ minimum: 0 }),
  /** Net price of one credit in the currency's smallest unit. */
  creditPrice: Type.Integer(),
  currency: Type.String(),
});
export type BillingInformation = Type.Static<typeof BillingInformation>;
