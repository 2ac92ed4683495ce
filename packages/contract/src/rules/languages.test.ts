import { describe, expect, it, test } from 'vitest';
import {
  intlTag,
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
  LOCALES,
  languageOfTag,
  likelyZoneOf,
  pageLanguages,
  withLanguage,
} from './languages.ts';
import { isTimeZone } from './time-zones.ts';

describe.each(LANGUAGES)('%s', (language) => {
  const locale = LOCALES[language];

  it('is stored with the parts of its tag', () => {
    const { language: primary, region } = new Intl.Locale(locale.bcp47);
    expect([LANGUAGE_TAGS[language], locale.territory, locale.language]).toEqual([primary, region, language]);
  });

  it('has numbers and dates, and a widget library’s texts, in a language that browsers support', () => {
    const tags = [intlTag(language), locale.vuetify_lang];
    expect(Intl.DateTimeFormat.supportedLocalesOf(tags)).toEqual(tags);
    expect(new Intl.Locale(intlTag(language)).language).toBe(locale.vuetify_lang);
  });

  it('has a time zone for new machines', () => {
    expect(isTimeZone(likelyZoneOf(language))).toBe(true);
  });

  it('is found by its tag, and by our name of it', () => {
    expect([locale.bcp47, LANGUAGE_TAGS[language], language].map(languageOfTag)).toEqual([
      language,
      language,
      language,
    ]);
  });
});

test('languages are named in themselves', () => {
  expect([LANGUAGE_NAMES.deu, LANGUAGE_NAMES.rus]).toEqual(['Deutsch', 'Русский']);
});

test('a new machine is in the country of its language', () => {
  expect([likelyZoneOf('deu'), likelyZoneOf('gsw')]).toEqual(['Europe/Berlin', 'Europe/Zurich']);
});

test.each([
  ['en-US', 'eng'],
  ['EN', 'eng'],
  ['de_AT', 'deu'],
  ['deu_DE', 'deu'],
  ['de-CH', 'gsw'],
  ['de-ch', 'gsw'],
  ['de_LI', 'gsw'],
  ['de-Latn-CH', 'gsw'],
  ['fr-CH', undefined],
  ['en-CH', 'eng'],
  ['', undefined],
  ['x-en', undefined],
])('%j is understood as %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test.each([
  ['de-DE', ['de-DE', 'de', 'en']],
  ['gsw-CH', ['gsw-CH', 'gsw', 'de-CH', 'de', 'en']],
  ['en-GB', ['en-GB', 'en']],
  ['fr-FR', ['fr-FR', 'fr', 'en']],
])('web pages for %s are asked for in this order: %j', (tag, languages) => {
  expect(pageLanguages(tag)).toEqual(languages);
});

test('a page names the language of its user, and nothing else of it changes', () => {
  const page = (lang: string) => `<!doctype html><html lang="${lang}" translate="no"><p lang="en">Berth</p></html>`;
  expect(withLanguage(page('de'), 'ru')).toBe(page('ru'));
  expect(withLanguage(page(''), 'ru')).toBe(page('ru'));
});
