import type { BillingDetails } from '@berth/contract/api/billing';
import { EMAIL } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** The form as it stands; an empty VAT ID is none. */
export type Values = Readonly<Record<keyof BillingDetails, string>>;

const email = new RegExp(EMAIL.pattern, 'u');

/** What is wrong with each field before it is sent; the server knows more, such as a VAT ID's checksum. */
export function faultsOf({ company, street, postcode, city, ...values }: Values, t: Texts['t']) {
  const missing = (text: string) => (text.trim() === '' ? t('billing.fault.missing') : undefined);
  const vatId = values.vatId.trim();
  return {
    company: missing(company),
    street: missing(street),
    postcode: missing(postcode),
    city: missing(city),
    email: email.test(values.email.trim()) ? undefined : t('billing.fault.email'),
    vatId: vatId === '' || /^[A-Za-z0-9 .-]{4,32}$/.test(vatId) ? undefined : t('billing.fault.vatId'),
  };
}

/** Whether it was the VAT ID that the server refused: by its checksum, or because it is of another country. */
export function isVatFault(error: unknown): boolean {
  return error instanceof ApiError && error.faults.some(({ path }) => path === '/vatId');
}
