import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyOf, edit, filesWithTypeErrors } from './copy.ts';
import { TEXTS } from './locales.ts';

const TABLE = 'packages/contract/src/rules/languages.ts';

/** Where a person chooses a language, and what follows from it. */
const users = ['src/wizard/steps/welcome.tsx', 'src/time-zone/use-time-zone.ts'];

/** What a copy knows of the language. */
function known(root: string): unknown {
  const script = `
    import { LANGUAGES, LANGUAGE_NAMES, LOCALES, languageOfTag, likelyZoneOf } from './${TABLE}';
    import { textsIn } from './packages/server/src/texts/texts.ts';
    console.log(JSON.stringify([LANGUAGES.at(-1), LANGUAGE_NAMES.fra, LOCALES.fra, languageOfTag('fr-CA'), likelyZoneOf('fra'), textsIn('fra').tag]));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output);
}

it('A new language is its entry and its folder of texts', { timeout: 300_000 }, async () => {
  const root = copyOf(['contract', 'web', 'session', 'server']);
  edit(root, {
    [TABLE]: ['  rus: { name:', "  fra: { name: 'Français', bcp47: 'fr-FR', zone: 'Europe/Paris' },\n  rus: { name:"],
  });
  cpSync(join(root, TEXTS, 'eng'), join(root, TEXTS, 'fra'), { recursive: true });
  expect(known(root)).toEqual([
    'rus',
    'Français',
    { bcp47: 'fr-FR', vuetify_lang: 'fr', language: 'fra', territory: 'FR' },
    'fra',
    'Europe/Paris',
    'fr',
  ]);

  expect(await filesWithTypeErrors(root, 'session', users)).toEqual([]);
  expect(await filesWithTypeErrors(root, 'server', ['src/features/billing/invoice/document.ts'])).toEqual([]);
});
