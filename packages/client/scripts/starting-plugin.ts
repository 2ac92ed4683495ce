import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { HEADINGS, type StartingTexts } from '@berth/console/app/starting.ts';
import { LANGUAGES, type Language } from '@berth/contract/rules/languages';
import { build, type Plugin } from 'vite';

const ENTRY = 'virtual:berth-starting';
const LOADING = 'common.loading';

/** Puts the script that shapes the starting page into index.html, with the pages' headings in all languages. */
export function startingPlugin(): Plugin {
  return {
    name: 'berth-starting',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { path }) =>
        path === '/index.html'
          ? [{ tag: 'script', attrs: { nonce: '__CSP_NONCE__' }, children: await script(), injectTo: 'body' }]
          : [],
    },
  };
}

async function script(): Promise<string> {
  const texts = Object.fromEntries(await Promise.all(LANGUAGES.map(async (each) => [each, await textsOf(each)])));
  const source = `import { showStart } from '@berth/console/app/starting.ts'; showStart(${JSON.stringify(texts)});`;
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
