import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessages } from '@berth/contract/texts/compile-messages';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../../contract/src/texts', import.meta.url));
const MODULE = 'virtual:berth-messages';

/**
 * Compiles the locale files when the client is built, so that no message parser is shipped.
 *
 * Every area in every language becomes a file, `assets/texts-<hash>/<language>/<area>.json`; a page loads only its
 * areas in the user's language. `virtual:berth-messages` exports how to build their URLs, which is smaller than a table
 * of forty.
 */
export function messagesPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'berth-messages',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId(id) {
      return id === MODULE ? `\0${MODULE}` : undefined;
    },
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const files = await compileAll();
      const folder = `assets/texts-${isBuild ? hashOf(files) : 'development'}`;
      for (const { path, source, text } of files) {
        this.addWatchFile(source);
        if (isBuild) this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source: text });
      }
      return `export const folder = ${JSON.stringify(`/${folder}`)};`;
    },
    configureServer(server) {
      server.middlewares.use('/assets/texts-development', async (request, response) => {
        const file = (await compileAll()).find(({ path }) => `/${path}` === request.url);
        response.statusCode = file ? 200 : 404;
        response.setHeader('content-type', 'application/json');
        response.end(file?.text);
      });
    },
  };
}

interface Compiled {
  /** Language and area. */
  readonly path: string;
  readonly source: string;
  readonly text: string;
}

async function compileAll(): Promise<Compiled[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const languages = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const sources = await Promise.all(
    languages.map(async (language) => (await readdir(join(FOLDER, language))).map((file) => `${language}/${file}`)),
  );
  return Promise.all(
    sources.flat().map(async (path) => {
      const source = join(FOLDER, path);
      const messages: Record<string, string> = JSON.parse(await readFile(source, 'utf8'));
      return { path, source, text: JSON.stringify(compileMessages(messages, path)) };
    }),
  );
}

/** Changes with any text, so that browsers may cache the files forever. */
function hashOf(files: readonly Compiled[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    hash.update(`${path}\0${text}\0`);
  }
  return hash.digest('base64url').slice(0, 8);
}
