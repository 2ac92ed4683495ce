import { describe, expect, it, test } from 'vitest';
import {
  type AccountFacts,
  BILLING_PAGE,
  billingStateOf,
  CREDIT_PERIOD_MS,
  GRACE_MS,
  missingOf,
  vatOn,
  vatTreatment,
} from './billing.ts';

describe('a billing account', () => {
  const complete: AccountFacts = { hasPaymentMethod: true, vatId: 'DE123456789', vatState: 'confirmed' };

  it.each<[string, string[], Partial<AccountFacts>]>([
    ['has everything', [], {}],
    ['has no payment method', ['payment-method'], { hasPaymentMethod: false }],
    ['has no VAT ID', ['vat-id'], { vatId: null, vatState: 'unchecked' }],
    ['has a VAT ID that is not listed', ['vat-id'], { vatState: 'not-listed' }],
    ['has a VAT ID that is not checked yet', [], { vatState: 'unchecked' }],
    ['has a VAT ID of a country that is not covered', [], { vatState: 'not-covered' }],
    ['has neither', ['payment-method', 'vat-id'], { hasPaymentMethod: false, vatId: null }],
  ])('that %s lacks %j to be set up', (_what, missing, facts) => {
    const account = { ...complete, ...facts };
    expect(missingOf(account)).toEqual(missing);
    expect(billingStateOf(account)).toBe(missing.length > 0 ? 'created' : 'set-up');
  });

  it('that does not exist has a state, too', () => {
    expect(billingStateOf(undefined)).toBe('none');
  });

  it('is returned to from the payment provider as a page of the console', () => {
    expect(new URL(`https://berth.example${BILLING_PAGE}`).pathname).toMatch(/^\/manage\/./);
  });
});

describe('a sale', () => {
  it.each([
    ['within a country of the EU', 'DE', 'DE', 'domestic'],
    ['within another country', 'CH', 'CH', 'domestic'],
    ['from one country of the EU to another', 'DE', 'FR', 'reverse-charge'],
    ['to Greece, by its ISO code', 'DE', 'GR', 'reverse-charge'],
    ['out of the EU', 'DE', 'CH', 'outside-scope'],
    ['to the United Kingdom', 'DE', 'GB', 'outside-scope'],
    ['into the EU', 'CH', 'DE', 'outside-scope'],
    ['between countries outside the EU', 'CH', 'US', 'outside-scope'],
  ])('%s is taxed accordingly', (_what, seller, buyer, treatment) => {
    expect(vatTreatment(seller, buyer)).toBe(treatment);
  });

  it.each([
    [10_000, 19, 1_900],
    [250, 19, 48],
    [150, 19, 29],
    [102, 19, 19],
    [10_000, 0, 0],
  ])('of %i cents at %i %% costs %i cents of VAT, rounded half up', (net, percent, vat) => {
    expect(vatOn(net, percent)).toBe(vat);
  });
});

test('credits pay for 30 days, and Pro continues for a week after they ran out', () => {
  const start = Date.parse('2026-11-01T00:00:00Z');
  expect(new Date(start + CREDIT_PERIOD_MS).toISOString()).toBe('2026-12-01T00:00:00.000Z');
  expect(new Date(start + GRACE_MS).toISOString()).toBe('2026-11-08T00:00:00.000Z');
});
