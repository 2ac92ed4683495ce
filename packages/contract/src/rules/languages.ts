interface LanguageEntry {
  /** In the language itself, so that users find it whatever the page's language. */
  readonly name: string;
  /** BCP 47 tag with the country whose formats it uses. */
  readonly bcp47: string;
  /** Default time zone of a new machine with this language. */
  readonly zone: string;
  /** Fallback tags, because browsers do not support its own: the first formats numbers and dates. */
  readonly standsFor?: readonly string[];
}

/**
 * The product's languages, named like the folders of their texts (`../texts`, spec chapter 1). A new one is an entry
 * here and its folder.
 */
const ENTRIES = {
  deu: { name: 'Deutsch', bcp47: 'de-DE', zone: 'Europe/Berlin' },
  eng: { name: 'English', bcp47: 'en-GB', zone: 'Europe/London' },
  // Chromium has no Swiss German numbers and dates, and few pages of the web are in it.
  gsw: { name: 'Schwiizerdütsch', bcp47: 'gsw-CH', zone: 'Europe/Zurich', standsFor: ['de-CH', 'de-LI'] },
  rus: { name: 'Русский', bcp47: 'ru-RU', zone: 'Europe/Moscow' },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof ENTRIES;
export const LANGUAGES = Object.keys(ENTRIES) as readonly Language[];

/** The user's choice in local storage (spec chapter 1). */
export interface Locale {
  readonly bcp47: string;
  /** The language's name in a widget library; for other readers of the value. */
  readonly vuetify_lang: string;
  readonly language: Language;
  readonly territory: string;
}

export const LOCALES = forEachLanguage((language): Locale => {
  const { bcp47 } = entryOf(language);
  const [, territory = ''] = bcp47.split('-');
  return { bcp47, vuetify_lang: primaryOf(intlTag(language)), language, territory };
});

export const LANGUAGE_NAMES = forEachLanguage((language) => entryOf(language).name);

/** Languages by BCP 47 tag, as in HTML, HTTP and mails. */
export const LANGUAGE_TAGS = forEachLanguage((language) => primaryOf(entryOf(language).bcp47));

/** The default time zone of a language. */
export function likelyZoneOf(language: Language): string {
  return entryOf(language).zone;
}

/** The tag for Intl, which does not support every language. */
export function intlTag(language: Language): string {
  const { bcp47, standsFor } = entryOf(language);
  return standsFor?.[0] ?? bcp47;
}

/** The language of a tag, which may also begin with our own name of it; undefined for an unsupported one. */
export function languageOfTag(tag: string): Language | undefined {
  const [wanted, ...rest] = tag.toLowerCase().split(/[-_]/);
  const named = LANGUAGES.find((language) => language === wanted || LANGUAGE_TAGS[language] === wanted);
  if (!named) return undefined;
  const tags = rest.map((country) => `${LANGUAGE_TAGS[named]}-${country.toUpperCase()}`);
  return LANGUAGES.find((language) => entryOf(language).standsFor?.some((each) => tags.includes(each))) ?? named;
}

/** Accepted languages for web pages, in this order; English is the last resort. */
export function pageLanguages(tag: string): string[] {
  const language = languageOfTag(tag);
  const spoken = language ? [tag, intlTag(language)] : [tag];
  return [...new Set([...spoken.flatMap((each) => [each, primaryOf(each)]), 'en'])];
}

/** The client's page with the user's expected language, until its script knows. */
export function withLanguage(html: string, tag: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${tag}"`);
}

function forEachLanguage<Value>(value: (language: Language) => Value): Readonly<Record<Language, Value>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, value(language)])) as Record<Language, Value>;
}

function entryOf(language: Language): LanguageEntry {
  return ENTRIES[language];
}

function primaryOf(tag: string): string {
  const [primary = tag] = tag.split('-');
  return primary;
}
