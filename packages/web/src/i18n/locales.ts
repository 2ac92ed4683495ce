import { LOCALE_DEFAULT } from '@berth/contract/limits';
import {
  intlTag,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  LOCALES,
  languageOfTag,
} from '@berth/contract/rules/languages';

export { intlTag, LANGUAGE_NAMES, LANGUAGES, type Language, LOCALES };

/** Language of the text store until the user's locale is loaded (spec chapter 1: the default store language). */
export const STORE_LANGUAGE_DEFAULT: Language = 'eng';

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

/**
 * The browser's preferred language, to offer it to someone who has chosen none: the default stays the product's (spec
 * chapter 1). Undefined after a choice, and where the browser prefers the shown language or none of ours.
 */
export function offeredLanguage(
  storage: Pick<Storage, 'getItem'>,
  tags: readonly string[],
  shown: Language,
): Language | undefined {
  if (readLanguage(storage.getItem(STORAGE_KEY)) !== undefined) return undefined;
  const preferred = tags.map(languageOfTag).find((language) => language !== undefined);
  return preferred === shown ? undefined : preferred;
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
