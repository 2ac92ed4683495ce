import { isPseudonym } from '@berth/contract/rules/text';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** Who did something, as lists show it: an address, or that the person gave up the account. */
export function personName(t: Texts['t'], address: string): string {
  return isPseudonym(address) ? t('console.deletedAccount') : address;
}
