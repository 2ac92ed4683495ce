import type { BillingDetails } from '@berth/contract/api/billing';
import { ApiError } from '../../../http/api-error.ts';
import type { Entered } from './store.ts';
import { canonicalVatId, vatIdFault } from './vat-number.ts';

/** What a person entered, in the form in which it is kept. Throws 'invalid-input' for a VAT ID that cannot be one. */
export function enteredDetails(details: BillingDetails): Entered {
  const vatId = details.vatId === null ? null : canonicalVatId(details.vatId);
  const fault = vatId === null ? undefined : vatIdFault(vatId, details.country);
  if (fault) throw new ApiError('invalid-input', `The VAT ID ${fault.message}.`, [fault]);
  const { company, email, street, postcode, city, country } = details;
  const [clean, line, place, code] = [company, street, city, postcode].map((text) => text.normalize('NFC').trim());
  return { company: clean ?? '', email, street: line ?? '', postcode: code ?? '', city: place ?? '', country, vatId };
}
