import { LOCALE_DEFAULT } from '@berth/contract/limits';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';

export { LANGUAGES, type Language };

/** The user's choice in local storage (spec chapter 1). */
export interface Locale {
  readonly bcp47: string;
  /** The language code of a widget library; kept for other readers of the value. */
  readonly vuetify_lang: string;
  readonly language: Language;
  readonly territory: string;
}

export const LOCALES: Readonly<Record<Language, Locale>> = {
  deu: { bcp47: 'de-DE', vuetify_lang: 'de', language: 'deu', territory: 'DE' },
  eng: { bcp47: 'en-GB', vuetify_lang: 'en', language: 'eng', territory: 'GB' },
  gsw: { bcp47: 'gsw-CH', vuetify_lang: 'de', language: 'gsw', territory: 'CH' },
  rus: { bcp47: 'ru-RU', vuetify_lang: 'ru', language: 'rus', territory: 'RU' },
};

/** Each language in its own name: users must find it whatever the page's language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  deu: 'Deutsch',
  eng: 'English',
  gsw: 'Schwiizerdütsch',
  rus: 'Русский',
};

/** Language of the text store until the user's locale is loaded (spec chapter 1: the default store language). */
export const STORE_LANGUAGE_DEFAULT: Language = 'eng';

/** The tag for Intl: Chromium has no Swiss German formats, so it uses Swiss Standard German. */
export function intlTag(language: Language): string {
  return language === 'gsw' ? 'de-CH' : LOCALES[language].bcp47;
}

const STORAGE_KEY = 'locale';

/** The user's choice, or the product's default locale if none, or an unknown one, is stored. */
export function storedLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const [byDefault = 'deu'] = LOCALE_DEFAULT.split('_');
  const stored = readLanguage(storage.getItem(STORAGE_KEY));
  return LANGUAGES.find((language) => language === (stored ?? byDefault)) ?? 'deu';
}

/**
 * The language requested by the page that opened this one: `ui_locales` of the login, tags in order of preference
 * (OpenID Connect Core 3.1.2.1). A machine passes the language chosen on it.
 */
export function askedLanguage(search: string): Language | undefined {
  const tags = new URLSearchParams(search).get('ui_locales')?.split(' ') ?? [];
  return tags.map(languageOfTag).find((language) => language !== undefined);
}

function languageOfTag(tag: string): Language | undefined {
  const [wanted] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => LOCALES[language].bcp47.split('-')[0] === wanted);
}

/** Stores the user's choice. */
export function storeLanguage(storage: Pick<Storage, 'setItem'>, language: Language): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(LOCALES[language]));
}

function readLanguage(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const language = typeof value === 'object' && value !== null && 'language' in value ? value.language : undefined;
    return LANGUAGES.some((known) => known === language) ? language : undefined;
  } catch {
    return undefined;
  }
}
