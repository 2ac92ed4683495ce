import { isPseudonym } from '@berth/contract/rules/text';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** A person's name in lists: their email address, or that the account was deleted. */
export function personName(t: Texts['t'], address: string): string {
  return isPseudonym(address) ? t('console.deletedAccount') : address;
}
