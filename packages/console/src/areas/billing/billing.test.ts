import { creditsWarning } from '@berth/contract/rules/billing';
import { ApiError } from '@berth/web/data/api-error.ts';
import { expect, it } from 'vitest';
import { faultsOf, isVatFault } from './details.ts';
import { creditText } from './usage-dialog.tsx';

const texts = { t: (key: string) => key, number: (value: number) => `${value}` };
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

it('shows a price of zero as Free, and received credits with a plus', () => {
  expect(creditText(0, texts)).toBe('billing.usage.free');
  expect(creditText(100, texts)).toBe('+100');
  expect(creditText(-3, texts)).toBe('-3');
});

it('warns a week before credits run out, in the grace period, and after it', () => {
  const arrears = (days: number) => ({ since: inDays(-1), proUntil: inDays(days), credits: 3 });
  expect(creditsWarning({ endsAt: null, arrears: null }, NOW)).toBeUndefined();
  expect(creditsWarning({ endsAt: inDays(8), arrears: null }, NOW)).toBeUndefined();
  expect(creditsWarning({ endsAt: inDays(7), arrears: null }, NOW)).toBe('ending');
  expect(creditsWarning({ endsAt: inDays(-1), arrears: arrears(6) }, NOW)).toBe('grace');
  expect(creditsWarning({ endsAt: inDays(-8), arrears: arrears(-1) }, NOW)).toBe('over');
});

it('accepts an account without a VAT ID, but not without an address', () => {
  const address = { company: 'Company GmbH', street: 'Weg 1', postcode: '20457', city: 'Hamburg' };
  const values = { ...address, email: 'invoices@company.example', country: 'DE', vatId: '' };
  const t = (key: string) => key;
  const none = { company: undefined, street: undefined, postcode: undefined, city: undefined, email: undefined };
  expect(faultsOf(values, t)).toEqual(none);
  expect(faultsOf({ ...values, city: ' ', email: 'invoices', vatId: 'DE' }, t)).toEqual({
    ...none,
    city: 'billing.fault.missing',
    email: 'billing.fault.email',
    vatId: 'billing.fault.vatId',
  });
});

it('distinguishes a refused VAT ID from other errors', () => {
  const faults = [{ path: '/vatId', rule: 'vat-id', message: 'is no VAT ID of DE' }];
  expect(isVatFault(new ApiError({ status: 400, code: 'invalid-input', message: 'No VAT ID of DE.', faults }))).toBe(
    true,
  );
  expect(isVatFault(new ApiError({ status: 409, code: 'billing-already-set-up', message: 'There is one.' }))).toBe(
    false,
  );
});
