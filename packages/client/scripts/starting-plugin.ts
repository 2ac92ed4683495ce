import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HEADINGS, type PageFiles, type StartingTexts } from '@berth/console/app/starting.ts';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { screenAt } from '@berth/web/paths/screens.ts';
import { build, type Plugin, type Rolldown } from 'vite';

const ENTRY = 'virtual:berth-starting';
const LOADING = 'common.loading';

/**
 * Puts the script that shapes the starting page into index.html, with the pages' headings in all languages and the files
 * of each page of the management console.
 */
export function startingPlugin(): Plugin {
  return {
    name: 'berth-starting',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { path, bundle = {} }) => {
        if (path !== '/index.html') return [];
        const children = await script(await pageFiles(Object.values(bundle)));
        return [{ tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children, injectTo: 'body' }];
      },
    },
  };
}

const ROUTES = new URL('../../console/src/app/routes.tsx', import.meta.url);
/** A route of the management console, with its page. */
const ROUTE = /\bpath: '([^'/*][^'*]*)',(?:(?!\bpath:)[\s\S])*?import\('([^']+)'\)/g;

/** The files of each page that the console's first load does not contain. None in development. */
async function pageFiles(bundle: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Promise<PageFiles> {
  const chunks = bundle.filter((each) => each.type === 'chunk');
  if (chunks.length === 0) return { files: [], pages: {} };
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (chunk: Rolldown.OutputChunk) => {
    const whole = new Set([chunk]);
    for (const each of whole) for (const name of each.imports) whole.add(byName.get(name) ?? each);
    return whole;
  };
  const first = new Set(
    chunks.flatMap((chunk) => (chunk.isEntry && chunk.name === 'console' ? [...withImports(chunk)] : [])),
  );
  const files = new Set<string>();
  const pages: Record<string, number[]> = {};
  for (const [, path = '', module = ''] of (await readFile(ROUTES, 'utf8')).matchAll(ROUTE)) {
    const screen = screenAt(`/manage/${path}`);
    const source = fileURLToPath(new URL(module, ROUTES));
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId === source);
    if (!page || screen === undefined) throw new Error(`The route ${path} has no ${page ? 'screen' : 'chunk'}`);
    const own = [...withImports(page)].filter((chunk) => !first.has(chunk));
    const needed = own.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
    for (const file of needed) files.add(file);
    pages[screen] = needed.map((file) => [...files].indexOf(file));
  }
  return { files: [...files], pages };
}

async function script(files: PageFiles): Promise<string> {
  const texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (each) => [each, await textsOf(each)])));
  const source = `import { showStart } from '@berth/console/app/starting.ts'; showStart(${JSON.stringify(texts)}, ${JSON.stringify(files)});`;
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'berth-starting-entry',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('starting-entry.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/starting-entry.js') ? source : undefined),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  });
  if (!('output' in result)) throw new Error('The starting script was not built');
  const [{ code }] = result.output;
  return code;
}

/** Loading, and each page's heading, from the locale files. */
async function textsOf(language: Language): Promise<StartingTexts[Language]> {
  const text = async (key: string): Promise<string> => {
    const [area = ''] = key.split('.');
    const file = new URL(`../../contract/src/texts/${language}/${area}.json`, import.meta.url);
    const texts: Record<string, string> = JSON.parse(await readFile(file, 'utf8'));
    const found = texts[key];
    if (found === undefined) throw new Error(`${language} has no ${key}`);
    return found;
  };
  const headings = Object.entries(HEADINGS).map(async ([screen, key]) => [screen, await text(key)]);
  return { loading: await text(LOADING), headings: Object.fromEntries(await Promise.all(headings)) };
}
