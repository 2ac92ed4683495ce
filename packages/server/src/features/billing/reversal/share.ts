/** Money in the currency's smallest unit, and the credits that were bought with it. */
export interface Share {
  readonly net: number;
  readonly vat: number;
  readonly credits: number;
}

/**
 * The share of a purchase for a further refund of `amount`: VAT and credits in proportion to everything refunded so
 * far, so that many small refunds add up to one large, and the last leaves nothing. Never more than the rest.
 */
export function shareOf(sold: Share, before: Share, amount: number): Share {
  const gross = sold.net + sold.vat;
  const left = { net: sold.net - before.net, vat: sold.vat - before.vat, credits: sold.credits - before.credits };
  const back = Math.min(amount, left.net + left.vat);
  const total = before.net + before.vat + back;
  const net = between(Math.round((sold.net * total) / gross) - before.net, back - left.vat, left.net, back);
  const credits = between(Math.floor((sold.credits * total) / gross) - before.credits, 0, left.credits);
  return { net, vat: back - net, credits };
}

function between(value: number, least: number, ...most: readonly number[]): number {
  return Math.max(0, least, Math.min(value, ...most));
}
