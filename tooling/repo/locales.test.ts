import { intlTag, LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { describe, expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { localeFaults, TEXTS } from './locales.ts';

const count = '{count, plural, one {# machine} other {# machines}}';
/** With every plural that the language has. */
function countIn(language: Language): string {
  const { pluralCategories } = new Intl.PluralRules(intlTag(language)).resolvedOptions();
  return `{count, plural, ${pluralCategories.map((each) => `${each} {#}`).join(' ')}}`;
}
const sound = { 'console.ok': 'OK', 'console.code.gone': '<b>{name}</b>' };

type Texts = Record<string, string>;
/** Faults of four languages with the same texts, except for the changes to one of them. */
function faults(
  changes: Texts,
  language = 'deu',
  sources = `t('console.ok'); t("console.count"); t(\`console.code.\${code}\`);`,
) {
  const files = LANGUAGES.map((each) => {
    const texts = { ...sound, 'console.count': countIn(each), ...(each === language ? changes : {}) };
    const kept = Object.entries(texts).filter(([, text]) => text !== 'absent');
    return [`${TEXTS}/${each}/console.json`, JSON.stringify(Object.fromEntries(kept))];
  });
  return localeFaults(
    createRepository({ ...Object.fromEntries(files), 'packages/console/src/areas/page.tsx': sources }),
  );
}

describe('the locale files', () => {
  it('pass when complete', () => expect(faults({})).toEqual([]));

  it.each([
    ['gsw', { 'console.ok': 'absent' }, 'console.ok is missing'],
    ['deu', { 'console.ok': ' ' }, 'console.ok is empty'],
    ['deu', { 'console.ok': '{ok' }, 'console.ok is no ICU message'],
    [
      'deu',
      { 'console.code.gone': '<b>{titel}</b>' },
      'console.code.gone takes <b> (tag), titel (text), in eng <b> (tag), name (text)',
    ],
    ['deu', { 'console.code.gone': '{name}' }, 'console.code.gone takes name (text), in eng'],
    ['rus', { 'console.count': count }, 'console.count lacks the plural forms few, many of {count}'],
  ])('reports in %s %j', (language, changes, fault) => {
    const found = faults(changes, language);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${TEXTS}/${language}/console.json: ${fault}`);
  });

  it('reports a key in the wrong file and an unused one', () => {
    expect(faults({ 'console.ok': 'absent', 'session.ok': 'OK' }, 'eng')).toEqual([
      `${TEXTS}/eng/console.json: console.ok is missing`,
      ...LANGUAGES.filter((each) => each !== 'eng').map(
        (each) => `${TEXTS}/${each}/console.json: session.ok is missing`,
      ),
      `${TEXTS}/eng/console.json: session.ok does not begin with "console."`,
      `${TEXTS}/eng/console.json: session.ok is used nowhere`,
    ]);
    expect(faults({}, 'deu', `t('console.ok'); t('console.count');`)).toEqual([
      `${TEXTS}/eng/console.json: console.code.gone is used nowhere`,
    ]);
  });

  it('reports a sentence that was copied instead of translated', () => {
    const sentence = 'This machine has not been seen since';
    const files = LANGUAGES.map((each) => {
      const text = each === 'eng' || each === 'rus' ? sentence : `${sentence} ${each}`;
      return [`${TEXTS}/${each}/console.json`, JSON.stringify({ 'console.seen': text })];
    });
    const root = createRepository({ ...Object.fromEntries(files), 'packages/client/src/x.ts': `t('console.seen')` });
    expect(localeFaults(root)).toEqual([`${TEXTS}/rus/console.json: console.seen is not translated`]);
  });

  it('have no faults in this repository', () => expect(localeFaults(repository)).toEqual([]));
});
