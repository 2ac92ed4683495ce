import { readFileSync } from 'node:fs';
import { intlTag, LANGUAGE_TAGS, LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { compileMessages } from '@berth/contract/texts/compile-messages';
import type invoices from '@berth/contract/texts/eng/invoices.json';
import type mails from '@berth/contract/texts/eng/mails.json';
import type pages from '@berth/contract/texts/eng/pages.json';
import { formatMessage } from '@berth/contract/texts/format-message';

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
      const file = new URL(`../../../contract/src/texts/${language}/${area}.json`, import.meta.url);
      return Object.entries(compileMessages(JSON.parse(readFileSync(file, 'utf8')), `${language}/${area}.json`));
    }),
  );
  const t: Texts['t'] = (key, values = {}) => {
    const message = messages.get(key);
    if (message === undefined) throw new Error(`${language} has no text ${key}`);
    return typeof message === 'string' ? message : formatMessage<string>(message, complete(values), tag).join('');
  };
  return {
    tag: LANGUAGE_TAGS[language],
    intlTag: tag,
    t,
    paragraphs: (key, values) => t(key, values).split('\n\n'),
  };
}

/** Fails for a value that is missing: the mail would go out without it. */
function complete(values: Values): Values {
  return new Proxy(values, {
    get(given, name: string) {
      const value = given[name];
      if (value === undefined) throw new Error(`A text needs a value for {${name}}`);
      return value;
    },
  });
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
