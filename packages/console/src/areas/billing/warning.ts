import type { BillingInformation } from '@berth/contract/api/billing-information';
import { GRACE_DAYS } from '@berth/contract/rules/billing';

const DAY_MS = 86_400_000;

/**
 * What the console says ahead of time: credits that end within a week, or Pro in its days of grace, or over (design,
 * "when credits run out"). Undefined while there is nothing to say.
 */
export function warningOf(
  { endsAt, arrears }: Pick<BillingInformation, 'endsAt' | 'arrears'>,
  now: number,
): 'ending' | 'grace' | 'over' | undefined {
  if (arrears) return Date.parse(arrears.proUntil) > now ? 'grace' : 'over';
  return endsAt !== null && Date.parse(endsAt) - now <= GRACE_DAYS * DAY_MS ? 'ending' : undefined;
}
