import { memoize } from '@berth/contract/memoize';
import { intlTag, type Language } from '@berth/web/i18n/locales.ts';

const formatIn = memoize(
  (tag: string, currency: string) => new Intl.NumberFormat(tag, { style: 'currency', currency }),
);

/** € 12.00: an amount in the currency's smallest unit, for currencies with two decimal places. */
export function money(language: Language, amount: number, currency: string): string {
  return formatIn(intlTag(language), currency).format(amount / 100);
}
