import { LOCALE_DEFAULT } from '@berth/contract/limits';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';

export { LANGUAGES, type Language };

/** What local storage keeps of the reader's choice (spec chapter 1). */
export interface Locale {
  readonly bcp47: string;
  /** The name that components of a widget library would know the language by; kept for other readers of the value. */
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

/** Each language in its own words: a reader must find it whatever the page's language is. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  deu: 'Deutsch',
  eng: 'English',
  gsw: 'Schwiizerdütsch',
  rus: 'Русский',
};

/** What the store of texts speaks until the reader's locale is loaded (spec chapter 1: the default store language). */
export const STORE_LANGUAGE_DEFAULT: Language = 'eng';

/** The tag for Intl: Chromium has no Swiss German numbers and dates, so they are Switzerland's German ones. */
export function intlTag(language: Language): string {
  return language === 'gsw' ? 'de-CH' : LOCALES[language].bcp47;
}

const STORAGE_KEY = 'locale';

/** The reader's choice, or the product's default locale where none, or none of ours, is stored. */
export function storedLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const [byDefault = 'deu'] = LOCALE_DEFAULT.split('_');
  const stored = readLanguage(storage.getItem(STORAGE_KEY));
  return LANGUAGES.find((language) => language === (stored ?? byDefault)) ?? 'deu';
}

/**
 * The language a page was opened in by somebody who knows it already: `ui_locales` of the sign-in, tags in order of
 * preference (OpenID Connect Core 3.1.2.1). A machine hands over what was chosen on it.
 */
export function askedLanguage(search: string): Language | undefined {
  const tags = new URLSearchParams(search).get('ui_locales')?.split(' ') ?? [];
  return tags.map(languageOfTag).find((language) => language !== undefined);
}

function languageOfTag(tag: string): Language | undefined {
  const [wanted] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => LOCALES[language].bcp47.split('-')[0] === wanted);
}

/** Keeps the reader's choice for the next visit. */
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
