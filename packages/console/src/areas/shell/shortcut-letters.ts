import type { MessageKey } from '@berth/web/i18n/keys.ts';

/** The letter that opens a page after `g`, by the page's name. */
export const LETTERS: Partial<Record<MessageKey, string>> = {
  'console.nav.overview': 'v',
  'console.nav.enrollment': 'e',
  'console.nav.machines': 'm',
  'console.nav.profiles': 'p',
  'console.nav.rollouts': 'r',
  'console.nav.schedules': 's',
  'console.nav.users': 'u',
  'console.nav.organization': 'o',
  'console.nav.billing': 'c',
  'console.nav.authentication': 'l',
  'console.nav.audit': 'a',
  'console.nav.apiKeys': 'k',
  'console.nav.webhooks': 'w',
  'console.nav.openInvoices': 'i',
  'console.nav.productIds': 'd',
};
