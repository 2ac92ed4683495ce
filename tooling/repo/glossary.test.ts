import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@berth/contract/rules/languages';
import { expect, it } from 'vitest';
import { repository } from './fixture.ts';
import { TEXTS } from './locales.ts';

/** Terms that docs/words.md replaces. Keys whose words the specification fixes, or that mean something else, stay. */
const REPLACED: Readonly<Partial<Record<Language, { readonly words: RegExp; readonly except: readonly string[] }>>> = {
  eng: {
    words:
      /\b(?:sign(?:ed|s|ing)?[ -](?:in|out|up)|somebody|nobody|everybody|anybody|e-mail|by itself|by themselves|at once|switch(?:ed|es)? o(?:n|ff)|faults?|factory state|power(?:ed|s)? off|pictures?|vanilla|moderated|please)\b|\s…(?!\{)/i,
    except: ['console.invite.done.message', 'machines.select.missing'],
  },
  deu: {
    words: /(?<!such)maschine|von selbst|Geräteart|freiwillig|\bVerwaltung anmelden|einloggen|\bLogin\b|\bbitte\b/i,
    except: [],
  },
  gsw: {
    words:
      /(?<![Ss]uech)maschine|\bwenn\b|\bdenn\b|\bniemert\b|\bmuess\b|\bnomol\b|\bvo sälber\b|ß|\bSie\b(?<=[a-z,] Sie)/,
    except: [],
  },
  rus: { words: /[Мм]ашин|пожалуйста|логин|авторизо|\s…(?!\{)/i, except: [] },
};

function textsOf(language: string): [key: string, text: string][] {
  const folder = join(repository, TEXTS, language);
  return readdirSync(folder).flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
}

it.each(Object.entries(REPLACED))('the texts in %s use the terms of docs/words.md', (language, { words, except }) => {
  const found = textsOf(language)
    .filter(([key, text]) => !except.includes(key) && words.test(text))
    .map(([key, text]) => `${key}: ${words.exec(text)?.[0]} in "${text}"`);
  expect(found).toEqual([]);
});
