import type { BillingDetails } from '@berth/contract/api/billing';
import { EMAIL } from '@berth/contract/rules/text';

/** The form as it stands; an empty VAT ID is none. */
export type Values = Readonly<Record<keyof BillingDetails, string>>;
type Faults = Partial<Record<keyof Values, 'missing' | 'email' | 'vatId'>>;

const email = new RegExp(EMAIL.pattern, 'u');

/** What is wrong with each field before it is sent; the server knows more, such as a VAT ID's checksum. */
export function faultsOf(values: Values): Faults {
  const faults: Faults = {};
  for (const name of ['company', 'street', 'postcode', 'city'] as const) {
    if (values[name].trim() === '') faults[name] = 'missing';
  }
  if (!email.test(values.email.trim())) faults.email = 'email';
  const vatId = values.vatId.trim();
  if (vatId !== '' && !/^[A-Za-z0-9 .-]{4,32}$/.test(vatId)) faults.vatId = 'vatId';
  return faults;
}
