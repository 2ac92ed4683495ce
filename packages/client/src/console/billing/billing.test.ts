import { expect, it } from 'vitest';
import { creditText } from './credit-text.ts';
import { warningOf } from './warning.ts';

const texts = { t: (key: string) => key, number: (value: number) => `${value}` };
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

it('shows what costs nothing as Free, what came with a plus', () => {
  expect(creditText(0, texts)).toBe('billing.usage.free');
  expect(creditText(100, texts)).toBe('+100');
  expect(creditText(-3, texts)).toBe('-3');
});

it('warns a week before credits end, in the days of grace, and after them', () => {
  const arrears = (days: number) => ({ since: inDays(-1), proUntil: inDays(days), credits: 3 });
  expect(warningOf({ endsAt: null, arrears: null }, NOW)).toBeUndefined();
  expect(warningOf({ endsAt: inDays(8), arrears: null }, NOW)).toBeUndefined();
  expect(warningOf({ endsAt: inDays(7), arrears: null }, NOW)).toBe('ending');
  expect(warningOf({ endsAt: inDays(-1), arrears: arrears(6) }, NOW)).toBe('grace');
  expect(warningOf({ endsAt: inDays(-8), arrears: arrears(-1) }, NOW)).toBe('over');
});
