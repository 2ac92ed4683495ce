import { CREDIT_FORECAST_DAYS, CREDIT_PERIOD_MS } from '@berth/contract/rules/billing';

/** An item as the forecast needs it. */
export interface Expected {
  readonly credits: number;
  /** When its running period ends; null where none runs. */
  readonly periodEnd: string | null;
}

/**
 * When the first charge will not be covered, in milliseconds since 1970, if nothing is bought and nothing changes;
 * undefined while nothing costs anything. Each item is charged once in 30 days, so whole rounds can be skipped.
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
  throw new Error('A rest of the division covers no whole round');
}

const DAY_MS = 86_400_000;

/**
 * What is left now and after each coming day with charges (times in milliseconds since 1970, a day's are its last
 * charge's), up to the last charge that is covered; nothing while nothing costs anything.
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

/** The first charge of each item that costs something, in the order they come. */
function dueOf(items: readonly Expected[], now: number): { readonly credits: number; readonly at: number }[] {
  return items
    .filter(({ credits }) => credits > 0)
    .map(({ credits, periodEnd }) => ({ credits, at: Math.max(now, periodEnd === null ? now : Date.parse(periodEnd)) }))
    .sort((a, b) => a.at - b.at);
}
