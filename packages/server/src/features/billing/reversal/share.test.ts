import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Share, shareOf } from './share.ts';

const NOTHING: Share = { net: 0, vat: 0, credits: 0 };

function add(a: Share, b: Share): Share {
  return { net: a.net + b.net, vat: a.vat + b.vat, credits: a.credits + b.credits };
}

it('returns VAT and credits in proportion', () => {
  const sold = { net: 10_000, vat: 1_900, credits: 100 };
  expect(shareOf(sold, NOTHING, 5_950)).toEqual({ net: 5_000, vat: 950, credits: 50 });
  expect(shareOf(sold, NOTHING, 11_900)).toEqual(sold);
});

it('adds up to the whole after any number of refunds, and never to more', () => {
  const purchase = fc.record({ credits: fc.integer({ min: 1, max: 500 }), price: fc.integer({ min: 1, max: 300 }) });
  const property = fc.property(
    purchase,
    fc.constantFrom(0, 7.7, 19, 25),
    fc.array(fc.integer({ min: 1, max: 5_000 })),
    ({ credits, price }, percent, amounts) => {
      const net = credits * price;
      const sold = { net, vat: Math.round((net * percent) / 100), credits };
      let back = NOTHING;
      for (const amount of [...amounts, sold.net + sold.vat]) {
        const share = shareOf(sold, back, amount);
        expect(Math.min(share.net, share.vat, share.credits)).toBeGreaterThanOrEqual(0);
        back = add(back, share);
      }
      expect(back).toEqual(sold);
    },
  );
  fc.assert(property);
});
