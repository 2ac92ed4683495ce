import type { BillingDetails } from '@berth/contract/api/billing';
import { EMAIL } from '@berth/contract/rules/text';
import { ApiError } from '../../data/api-error.ts';

/** The form as it stands; an empty VAT ID is none. */
export type Values = Readonly<Record<keyof BillingDetails, string>>;
type Faults = Partial<Record<keyof Values, 'missing' | 'email' | 'vatId' | 'vatId.refused'>>;

/** What was sent, and the error that came back. */
export interface Refused {
  readonly values: Values;
  readonly error: unknown;
}

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

/** Whether it was the VAT ID that the server refused: by its checksum, or because it is of another country. */
export function isVatFault(error: unknown): boolean {
  return error instanceof ApiError && error.faults.some(({ path }) => path === '/vatId');
}

/** What the server found, as long as what it judged stands in the fields. */
export function refusedFaults(refused: Refused | undefined, { vatId, country }: Values): Faults {
  if (!refused || !isVatFault(refused.error)) return {};
  const { values } = refused;
  return values.vatId === vatId && values.country === country ? { vatId: 'vatId.refused' } : {};
}
