import { CREDIT_FORECAST_DAYS, CREDIT_PERIOD_MS } from '@berth/contract/rules/billing';

/** A billed item, as far as the forecast reads it. */
export interface Expected {
  readonly credits: number;
  /** End of the current period; null without one. */
  readonly periodEnd: string | null;
}

/**
 * Returns when credits first fail to cover a charge (milliseconds since 1970) if nothing changes; undefined if nothing
 * costs credits. Each item is charged every 30 days, so whole rounds are skipped.
 */
export function creditsEnd(balance: number, items: readonly Expected[], now: number): number | undefined {
  const due = dueOf(items, now);
  const round = due.reduce((sum, { credits }) => sum + credits, 0);
  if (round === 0) return undefined;
  const usable = Math.max(0, balance);
  const rounds = Math.floor(usable / round);
  let left = usable - rounds * round;
  for (const { credits, at } of due) {
    if (credits > left) return at + rounds * CREDIT_PERIOD_MS;
    left -= credits;
  }
  throw new Error('The remainder covers a whole round');
}

const DAY_MS = 86_400_000;

/**
 * Returns the balance now and after each day with charges, up to the last covered charge; empty if nothing costs
 * credits. A day's time is that of its last charge, in milliseconds since 1970.
 */
export function creditsForecast(
  balance: number,
  items: readonly Expected[],
  now: number,
): readonly { readonly at: number; readonly credits: number }[] {
  const due = dueOf(items, now);
  if (due.length === 0) return [];
  const days = new Map<number, { at: number; credits: number }>();
  let left = balance;
  for (let round = 0; round * CREDIT_PERIOD_MS < CREDIT_FORECAST_DAYS * DAY_MS; round++) {
    for (const each of due) {
      const at = each.at + round * CREDIT_PERIOD_MS;
      if (at - now > CREDIT_FORECAST_DAYS * DAY_MS || each.credits > left)
        return [{ at: now, credits: balance }, ...days.values()];
      left -= each.credits;
      days.set(Math.floor((at - now) / DAY_MS), { at, credits: left });
    }
  }
  return [{ at: now, credits: balance }, ...days.values()];
}

/** The next charge of each item that costs credits, earliest first. */
function dueOf(items: readonly Expected[], now: number): { readonly credits: number; readonly at: number }[] {
  return items
    .filter(({ credits }) => credits > 0)
    .map(({ credits, periodEnd }) => ({ credits, at: Math.max(now, periodEnd === null ? now : Date.parse(periodEnd)) }))
    .sort((a, b) => a.at - b.at);
}
