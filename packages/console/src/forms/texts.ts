import type { Fault } from '@berth/contract/errors';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** The message of a fault in the user's language, from the browser or the server (spec chapter 5). */
export function faultText({ t, has, number }: Pick<Texts, 't' | 'has' | 'number'>, fault: Fault): string {
  const key = `forms.fault.${fault.rule}`;
  if (!has(key)) return t('forms.fault.other');
  const { limit, allowedValue, line, word } = fault.params ?? {};
  const amount = typeof limit === 'number' ? limit : 0;
  return t(key, {
    limit: number(amount),
    count: amount,
    value: String(allowedValue ?? ''),
    line: String(line ?? ''),
    word: String(word ?? ''),
  });
}

/** An app's name in the catalog; the key of an app that only a newer catalog knows. */
export function appName({ t, has }: Pick<Texts, 't' | 'has'>, app: string): string {
  const key = `apps.${app}.name`;
  return has(key) ? t(key) : app;
}

/** The app's purpose, in one sentence. */
export function appDescription({ t, has }: Pick<Texts, 't' | 'has'>, app: string): string {
  const key = `apps.${app}.description`;
  return has(key) ? t(key) : '';
}
