import { readFileSync } from 'node:fs';
import { intlTag, LANGUAGE_TAGS, LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type invoices from './eng/invoices.json';
import type mails from './eng/mails.json';
import type pages from './eng/pages.json';

const AREAS = ['invoices', 'mails', 'pages'] as const;

/** The keys of all server texts. */
export type TextKey = Extract<keyof typeof invoices | keyof typeof mails | keyof typeof pages, string>;
type Values = Readonly<Record<string, string | number>>;

/** The server's texts in one language: mails, pages of the identity provider, and invoices. */
export interface Texts {
  /** For `lang` attributes (BCP 47). */
  readonly tag: string;
  /** For numbers, dates, and plural rules. Node has none for Swiss German and uses Switzerland's German rules. */
  readonly intlTag: string;
  /** Formats a text. Values are plain text: escape markup after formatting. */
  t(key: TextKey, values?: Values): string;
  /** Formats a text and splits it into paragraphs at blank lines. */
  paragraphs(key: TextKey, values?: Values): string[];
}

const texts = new Map(LANGUAGES.map((language) => [language, readTexts(language)]));

/** The texts in a language. */
export function textsIn(language: Language): Texts {
  const found = texts.get(language);
  if (!found) throw new Error(`No texts in ${language}`);
  return found;
}

function readTexts(language: Language): Texts {
  const tag = intlTag(language);
  const messages = new Map(
    AREAS.flatMap((area) => {
      const file: unknown = JSON.parse(readFileSync(new URL(`./${language}/${area}.json`, import.meta.url), 'utf8'));
      return Object.entries<string>(Object(file)).map(([key, text]) => [key, parse(text)] as const);
    }),
  );
  const t: Texts['t'] = (key, values = {}) => {
    const message = messages.get(key);
    if (!message) throw new Error(`${language} has no text ${key}`);
    return formatMessage(message, values, tag);
  };
  return {
    tag: LANGUAGE_TAGS[language],
    intlTag: tag,
    t,
    paragraphs: (key, values) => t(key, values).split('\n\n'),
  };
}

/** Formats an ICU message with values, numbers, and plurals: the server's texts use no other types. */
export function formatMessage(
  elements: readonly MessageFormatElement[],
  values: Values,
  intlTag: string,
  count = 0,
): string {
  return elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return element.value;
        case TYPE.argument:
          return String(argumentOf(values, element.value));
        case TYPE.number:
          return numberIn(intlTag, Number(argumentOf(values, element.value)));
        case TYPE.pound:
          return numberIn(intlTag, count);
        case TYPE.plural: {
          const number = Number(argumentOf(values, element.value));
          const rule = new Intl.PluralRules(intlTag, { type: element.pluralType ?? 'cardinal' }).select(number);
          const form = element.options[`=${number}`] ?? element.options[rule] ?? element.options.other;
          return formatMessage(form?.value ?? [], values, intlTag, number);
        }
        default:
          throw new Error('Texts of the server have values, numbers and plurals only');
      }
    })
    .join('');
}

function numberIn(intlTag: string, value: number): string {
  return new Intl.NumberFormat(intlTag).format(value);
}

function argumentOf(values: Values, name: string): string | number {
  const value = values[name];
  if (value === undefined) throw new Error(`A text needs a value for {${name}}`);
  return value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
