import { readdirSync, readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { intlTag, LANGUAGES, type Language } from './locales.ts';

const folder = new URL('./', import.meta.url);
const areas = readdirSync(new URL('eng/', folder)).map((file) => file.replace('.json', ''));

function read(language: Language, area: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}/${area}.json`, folder), 'utf8'));
}

/** The arguments and tags of a message, with their types. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const own = `${element.value}:${TYPE[element.type]}`;
    if (element.type === TYPE.tag) return [own, ...argumentsOf(element.children)];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [own];
    return [own, ...Object.values(element.options).flatMap(({ value }) => argumentsOf(value))];
  });
}

/** The categories of each plural in a message. */
function pluralsOf(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsOf(value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inner] : inner;
  });
}

describe.each(areas)('the texts of %s', (area) => {
  const english = read('eng', area);

  it.each(LANGUAGES)('are complete in %s, with no extra ones', (language) => {
    expect(Object.keys(read(language, area)).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  it.each(LANGUAGES)('are not empty in %s', (language) => {
    const empty = Object.entries(read(language, area)).filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(LANGUAGES)('take the same arguments in %s', (language) => {
    const set = (text: string | undefined) => [...new Set(argumentsOf(parse(text ?? '')))].toSorted();
    for (const [key, text] of Object.entries(read(language, area))) {
      expect(set(text), `${language} ${key}`).toEqual(set(english[key]));
    }
  });

  it.each(LANGUAGES)('have every plural that %s needs', (language) => {
    const needed = new Intl.PluralRules(intlTag(language)).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(read(language, area))) {
      for (const plural of pluralsOf(parse(text)))
        expect(plural, `${language} ${key}`).toEqual(expect.arrayContaining(needed));
    }
  });

  it('begin with the name of their file', () => {
    expect(Object.keys(english).filter((key) => !key.startsWith(`${area}.`))).toEqual([]);
  });
});

describe('Swiss German', () => {
  it('is written without ß', () => {
    const found = areas.flatMap((area) => Object.entries(read('gsw', area)).filter(([, text]) => text.includes('ß')));
    expect(found).toEqual([]);
  });
});
