import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditsEnd, creditsForecast } from './forecast.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');
const at = (days: number) => new Date(NOW + days * DAY).toISOString();

it('is empty if nothing costs credits', () => {
  expect(creditsEnd(0, [], NOW)).toBeUndefined();
  expect(creditsEnd(5, [{ credits: 0, periodEnd: at(3) }], NOW)).toBeUndefined();
});

it.each([
  ['no credits, nothing paid', 0, [{ credits: 3, periodEnd: null }], 0],
  ['no credits, a period running', 0, [{ credits: 3, periodEnd: at(10) }], 10],
  ['one round more', 3, [{ credits: 3, periodEnd: at(10) }], 40],
  ['not quite two rounds', 5, [{ credits: 3, periodEnd: at(10) }], 40],
  [
    'the later one is not covered',
    4,
    [
      { credits: 3, periodEnd: at(10) },
      { credits: 3, periodEnd: at(4) },
    ],
    10,
  ],
])('%s', (_, balance, items, days) => {
  expect(creditsEnd(balance, items, NOW)).toBe(NOW + days * DAY);
});

it('matches charging day by day', () => {
  const item = fc.record({ credits: fc.integer({ min: 1, max: 6 }), day: fc.integer({ min: 0, max: 29 }) });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), fc.integer({ min: 0, max: 400 }), (items, balance) => {
      const expected = items.map(({ credits, day }) => ({ credits, periodEnd: at(day) }));
      let left = balance;
      let end: number | undefined;
      for (let day = 0; end === undefined; day += 1) {
        const due = items.filter((each) => day % 30 === each.day).reduce((sum, { credits }) => sum + credits, 0);
        if (due > left) end = NOW + day * DAY;
        left -= due;
      }
      expect(creditsEnd(balance, expected, NOW)).toBe(end);
    }),
  );
});

it('lists the balance after each day with charges, up to the last covered one', () => {
  const items = [
    { credits: 3, periodEnd: at(10) },
    { credits: 2, periodEnd: at(10.2) },
    { credits: 1, periodEnd: at(20) },
  ];
  const left = creditsForecast(13, items, NOW).map((point) => [(point.at - NOW) / DAY, point.credits]);
  expect(left).toEqual([
    [0, 13],
    [10.2, 8],
    [20, 7],
    [40.2, 2],
    [50, 1],
  ]);
  expect(creditsForecast(13, [{ credits: 0, periodEnd: null }], NOW)).toEqual([]);
});

it('charges as long as the credits last to the last one', () => {
  const left = creditsForecast(3, [{ credits: 3, periodEnd: at(10) }], NOW).map(({ credits }) => credits);
  expect(left).toEqual([3, 0]);
});

it('ends after 90 days, however many credits are left', () => {
  const items = [
    { credits: 1, periodEnd: null },
    { credits: 1, periodEnd: at(29) },
  ];
  const days = creditsForecast(10_000, items, NOW).map((point) => (point.at - NOW) / DAY);
  expect(days).toEqual([0, 0, 29, 30, 59, 60, 89]);
});

it('counts days from now, not from midnight', () => {
  const evening = NOW + 0.75 * DAY;
  const items = [
    { credits: 1, periodEnd: at(10.85) },
    { credits: 1, periodEnd: at(11.65) },
  ];
  expect(creditsForecast(2, items, evening)).toEqual([
    { at: evening, credits: 2 },
    { at: NOW + 11.65 * DAY, credits: 0 },
  ]);
});
