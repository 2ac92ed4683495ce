import { intlTag } from '@berth/web/i18n/locales.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** A form's own text: `name` is what the contract calls it, such as system.auth.mode.label; undefined if it has none. */
export function formText({ t, has }: Pick<Texts, 't' | 'has'>, name: string): string | undefined {
  const key = name.startsWith('profile.') ? name : `profile.${name}`;
  return has(key) ? t(key) : undefined;
}

/** What a choice is called. Countries, as keyboard layouts are, have their names from the browser. */
export function choiceText(texts: Texts, i18n: string | undefined, value: string): string {
  const own = formText(texts, `${i18n}.${value}`);
  if (own !== undefined) return own;
  const countries = new Intl.DisplayNames([intlTag(texts.language)], { type: 'region', fallback: 'code' });
  return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
}
