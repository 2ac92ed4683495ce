import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';

describe('the language of a person', () => {
  it.each([
    [undefined, undefined, 'deu'],
    [undefined, '', 'deu'],
    [undefined, '*', 'deu'],
    [undefined, 'en-GB,en;q=0.9', 'eng'],
    [undefined, 'de-CH,de;q=0.9', 'gsw'],
    [undefined, 'gsw', 'gsw'],
    [undefined, 'de-AT', 'deu'],
    [undefined, 'tlh,ru;q=0.5,en;q=0.8', 'eng'],
    [undefined, 'tlh;q=1,ru;q=0.9', 'rus'],
    [undefined, 'tlh', 'eng'],
    [undefined, 'en;q=0,ru;q=0.1', 'rus'],
    ['ru', 'de', 'rus'],
    ['tlh de-CH', 'en', 'gsw'],
    ['deu_DE', 'en', 'deu'],
  ])('ui_locales %j and Accept-Language %j give %s', (uiLocales, acceptLanguage, expected) => {
    expect(chooseLanguage(uiLocales, acceptLanguage)).toBe(expected);
  });
});
