import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { messageFaults, signatureOf, wordCount } from './messages.ts';
import { sourcesOf } from './sources.ts';

/** Has a folder for each language. */
export const TEXTS = 'packages/contract/src/texts';
/** The language that the others are compared with. */
const reference: Language = 'eng';

type Texts = ReadonlyMap<string, string>;
type Locales = (language: Language) => ReadonlyMap<string, Texts>;

/** All faults of the locale files: <language>/<area>.json, flat keys that start with their area. */
export function localeFaults(root: string): string[] {
  const locales = readLocales(root);
  const areas = new Set(LANGUAGES.flatMap((language) => [...locales(language).keys()]));
  const faults = [...areas].flatMap((area) => [
    ...missingKeys(locales, area),
    ...LANGUAGES.flatMap((language) => textFaults(locales, language, area)),
  ]);
  return [...faults, ...unusedKeys(root, locales)].map((fault) => `${TEXTS}/${fault}`);
}

function readLocales(root: string): Locales {
  const areasOf = (language: Language) => {
    const path = join(root, TEXTS, language);
    const files = existsSync(path) ? readdirSync(path).filter((each) => each.endsWith('.json')) : [];
    return new Map(
      files.map((file) => {
        const texts = JSON.parse(readFileSync(join(path, file), 'utf8')) as Record<string, string>;
        return [file.slice(0, -'.json'.length), new Map(Object.entries(texts))] as const;
      }),
    );
  };
  const locales = new Map(LANGUAGES.map((language) => [language, areasOf(language)]));
  return (language) => locales.get(language) ?? new Map();
}

function missingKeys(locales: Locales, area: string): string[] {
  const keys = new Set(LANGUAGES.flatMap((language) => [...(locales(language).get(area)?.keys() ?? [])]));
  return [...keys].flatMap((key) =>
    LANGUAGES.filter((language) => !locales(language).get(area)?.has(key)).map(
      (language) => `${language}/${area}.json: ${key} is missing`,
    ),
  );
}

function textFaults(locales: Locales, language: Language, area: string): string[] {
  const file = `${language}/${area}.json`;
  return [...(locales(language).get(area) ?? [])].flatMap(([key, text]) => {
    const faults = messageFaults(text, language);
    if (!key.startsWith(`${area}.`)) faults.push(`does not begin with "${area}."`);
    const english = locales(reference).get(area)?.get(key);
    if (language !== reference && english !== undefined && faults.length === 0) {
      const [here, there] = [signatureOf(text), signatureOf(english)];
      if (here !== there) faults.push(`takes ${here || 'nothing'}, in ${reference} ${there || 'nothing'}`);
      if (text === english && wordCount(text) > 4) faults.push('is not translated');
    }
    return faults.map((fault) => `${file}: ${key} ${fault}`);
  });
}

/** Keys that no source names, neither as a whole in quotes nor by a template such as `errors.code.${code}`. */
function unusedKeys(root: string, locales: Locales): string[] {
  const sources = sourcesOf(root, /\.(?:ts|tsx)$/).filter(({ file }) => /^packages\/\w+\/src\//.test(file));
  const written = new Set<string>();
  const templates: RegExp[] = [];
  for (const { text } of sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))) {
    for (const [, key = ''] of text.matchAll(/['"`]([a-z]\w*(?:\.[\w-]+)+)['"`]/g)) written.add(key);
    for (const [, template = ''] of text.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g))
      templates.push(patternOf(template));
  }
  return [...locales(reference)].flatMap(([area, texts]) =>
    [...texts.keys()]
      .filter((key) => !written.has(key) && !templates.some((each) => each.test(key)))
      .map((key) => `${reference}/${area}.json: ${key} is used nowhere`),
  );
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
