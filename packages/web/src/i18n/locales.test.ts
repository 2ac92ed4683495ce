import { describe, expect, it } from 'vitest';
import { intlTag, LOCALES, offeredLanguage, storedLanguage, storeLanguage } from './locales.ts';

const holding = (value: string | null) => ({ getItem: () => value });

describe('the stored locale', () => {
  it('is German (Germany) where nothing is stored', () => {
    expect(LOCALES[storedLanguage(holding(null))]).toEqual({
      bcp47: 'de-DE',
      vuetify_lang: 'de',
      language: 'deu',
      territory: 'DE',
    });
  });

  it.each([
    ['eng', 'en-GB', 'en', 'GB'],
    ['gsw', 'gsw-CH', 'de', 'CH'],
    ['rus', 'ru-RU', 'ru', 'RU'],
  ] as const)('%s is %s', (language, bcp47, vuetify_lang, territory) => {
    expect(LOCALES[language]).toEqual({ bcp47, vuetify_lang, language, territory });
  });

  it.each(['', 'rus', '{', '[]', '{"language":"tlh"}', 'null'])('is German where %j is stored', (value) => {
    expect(storedLanguage(holding(value))).toBe('deu');
  });

  it('is the latest choice', () => {
    const items = new Map<string, string>();
    storeLanguage({ setItem: (key, value) => items.set(key, value) }, 'gsw');
    expect(storedLanguage({ getItem: (key) => items.get(key) ?? null })).toBe('gsw');
  });
});

describe('the language offered to someone who has chosen none', () => {
  it.each([
    [['en-US', 'de'], 'eng'],
    [['fr', 'ru-RU', 'en'], 'rus'],
    [['de-CH', 'en'], 'gsw'],
    [['de-AT', 'en'], undefined],
    [['fr', 'ja'], undefined],
  ])('for %j is %s', (tags, offered) => expect(offeredLanguage(holding(null), tags, 'deu')).toBe(offered));

  it('is none after a choice', () => {
    expect(offeredLanguage(holding(JSON.stringify(LOCALES.deu)), ['en'], 'deu')).toBeUndefined();
  });
});

describe('numbers and dates', () => {
  it('in Swiss German use Swiss Standard German, which browsers support', () => {
    expect(intlTag('gsw')).toBe('de-CH');
    expect(new Intl.NumberFormat(intlTag('gsw')).format(1234567.5)).toMatch(/^1['’]234['’]567\.5$/);
  });
});
