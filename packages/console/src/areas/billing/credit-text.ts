import type { Texts } from '@berth/web/i18n/texts.ts';

/** What a row of the usage dialog counts: what costs nothing is shown as Free (spec chapter 3). */
export function creditText(
  credits: number,
  { t, number }: { readonly t: (key: 'billing.usage.free') => string; readonly number: Texts['number'] },
): string {
  if (credits === 0) return t('billing.usage.free');
  return credits > 0 ? `+${number(credits)}` : number(credits);
}
