import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { compileMessages } from './compile-messages.ts';

const FOLDER = fileURLToPath(new URL('../src/i18n', import.meta.url));
const TABLE = 'virtual:berth-messages';
const MODULE = '\0berth-messages/';

/**
 * Compiles the locale files when the client is built, so that no message parser is shipped.
 *
 * `virtual:berth-messages` exports one loader for each area and language; every pair is a chunk of its own, so that
 * a page loads the texts of its areas in the reader's language and nothing else.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'berth-messages',
    resolveId(id) {
      if (id === TABLE) return `\0${TABLE}`;
      return id.startsWith(MODULE) ? id : undefined;
    },
    async load(id) {
      if (id === `\0${TABLE}`) return tableOfLoaders();
      if (!id.startsWith(MODULE)) return undefined;
      const file = join(FOLDER, `${id.slice(MODULE.length, -'.js'.length)}.json`);
      this.addWatchFile(file);
      const source: Record<string, string> = JSON.parse(await readFile(file, 'utf8'));
      return `export default ${JSON.stringify(compileMessages(source, file))};`;
    },
  };
}

async function tableOfLoaders(): Promise<string> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const languages = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const rows = await Promise.all(
    languages.map(async (language) => {
      const files = await readdir(join(FOLDER, language));
      const loaders = files
        .filter((file) => file.endsWith('.json'))
        .map((file) => basename(file, '.json'))
        .map((area) => `${area}: () => import(${JSON.stringify(`${MODULE}${language}/${area}.js`)})`);
      return `${language}: { ${loaders.join(', ')} }`;
    }),
  );
  return `export const loaders = { ${rows.join(',\n')} };`;
}
