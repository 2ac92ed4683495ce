import { CREDIT_PERIOD_MS } from '@berth/contract/rules/billing';

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
  const due = items
    .filter(({ credits }) => credits > 0)
    .map(({ credits, periodEnd }) => ({ credits, at: Math.max(now, periodEnd === null ? now : Date.parse(periodEnd)) }))
    .sort((a, b) => a.at - b.at);
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
