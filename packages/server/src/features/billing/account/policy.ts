import type { BillingDetails } from '@berth/contract/api/billing';
import type { Fault } from '@berth/contract/errors';
import { billingStateOf } from '@berth/contract/rules/billing';
import { checkVAT, countries } from 'jsvat-next';
import { ApiError } from '../../../http/api-error.ts';
import type { Caller } from '../../../http/route.ts';
import { factsOf } from './present.ts';
import type { AccountRow, Entered } from './store.ts';

/** Throws unless the caller is the billing administrator (spec chapter 6: others are told to contact them). */
export function requireAdministrator(account: AccountRow | undefined, caller: Caller): AccountRow {
  if (!account) throw notSetUp();
  if (account.administrator_id !== caller.userId) throw notAdministrator(account.administrator_email);
  return account;
}

/** Throws unless the account has a payment method and a VAT ID. */
export function requireSetUp(account: AccountRow | undefined): AccountRow {
  if (!account || billingStateOf(factsOf(account)) !== 'set-up') throw notSetUp();
  return account;
}

/** Returns the entered details in canonical form. Throws 'invalid-input' for a malformed VAT ID. */
export function enteredDetails(details: BillingDetails): Entered {
  const vatId = details.vatId === null ? null : canonicalVatId(details.vatId);
  const fault = vatId === null ? undefined : vatIdFault(vatId, details.country);
  if (fault) throw new ApiError('invalid-input', `The VAT ID ${fault.message}.`, [fault]);
  const { company, email, street, postcode, city, country } = details;
  const [clean, line, place, code] = [company, street, city, postcode].map((text) => text.normalize('NFC').trim());
  return { company: clean ?? '', email, street: line ?? '', postcode: code ?? '', city: place ?? '', country, vatId };
}

/** Prefixes that differ from the country code: EL for Greece, XI for Northern Ireland. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['GB', 'XI'] };

/** Returns the ID in capitals, without spaces, dots, and hyphens. */
function canonicalVatId(text: string): string {
  return text.replaceAll(/[ .-]/g, '').toUpperCase();
}

/**
 * Checks form and checksum of a VAT ID; undefined if valid. Any ID is accepted for countries without a known format.
 */
function vatIdFault(vatId: string, country: string): Fault | undefined {
  if (vatId.length < 4) return { path: '/vatId', rule: 'vat-id', message: 'is too short', params: { country } };
  const known = countries.filter(({ codes }) => codes[0] === country);
  if (known.length === 0) return undefined;
  const fault = (message: string): Fault => ({ path: '/vatId', rule: 'vat-id', message, params: { country } });
  const prefixes = PREFIXES[country];
  if (prefixes && !prefixes.some((prefix) => vatId.startsWith(prefix))) {
    return fault(`must begin with ${prefixes.join(' or ')}`);
  }
  const checked = checkVAT(vatId.replace(/^XI/, 'GB'), known);
  if (checked.isValid) return undefined;
  return fault(checked.isValidFormat ? 'has a wrong check digit' : `is not a VAT ID of ${country}`);
}

export function notSetUp(): ApiError {
  return new ApiError('billing-not-set-up', 'Billing not set-up');
}

function notAdministrator(email: string): ApiError {
  return new ApiError('not-billing-administrator', `Only the billing administrator can do this. Contact ${email}.`);
}
