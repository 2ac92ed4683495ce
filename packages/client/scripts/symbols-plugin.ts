import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SYMBOL_BUCKETS, symbolBucket } from '@berth/web/lib/symbol-bucket.ts';
import type { Plugin } from 'vite';

/** What a symbol is found by, besides its name. */
interface Metadata {
  readonly category: string;
  readonly tags?: readonly unknown[];
}

/** Symbols by name: the outlines of their lines, as SVG path data. */
type Bucket = Record<string, string[]>;

/**
 * Splits Tabler's outline icons into small files, `symbols/<bucket>.json`, so that a tile can load any of five thousand
 * symbols without an index in the page.
 */
export function symbolsPlugin(): Plugin {
  return {
    name: 'berth-symbols',
    async generateBundle() {
      for (const [index, bucket] of (await readBuckets()).entries()) {
        this.emitFile({ type: 'asset', fileName: `symbols/${index}.json`, source: JSON.stringify(bucket) });
      }
      this.emitFile({ type: 'asset', fileName: 'symbols/words.json', source: JSON.stringify(await readWords()) });
    },
    configureServer(server) {
      server.middlewares.use('/symbols', async (request, response) => {
        const file = request.url?.slice(1) ?? '';
        const bucket = async () => (await readBuckets())[Number.parseInt(file, 10)] ?? {};
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(file.startsWith('words') ? await readWords() : await bucket()));
      });
    },
  };
}

async function readBuckets(): Promise<Bucket[]> {
  const icons: Record<string, [string, { d: string }][]> = await readData('tabler-nodes-outline.json');
  const buckets = Array.from({ length: SYMBOL_BUCKETS }, (): Bucket => ({}));
  for (const [name, nodes] of Object.entries(icons)) {
    const bucket = buckets[symbolBucket(name)];
    if (bucket) bucket[name] = nodes.map(([, { d }]) => d);
  }
  return buckets;
}

/** Search words of each symbol for the icon picker: its category and tags. */
async function readWords(): Promise<Record<string, string>> {
  const [icons, metadata] = await Promise.all([
    readData<Record<string, unknown>>('tabler-nodes-outline.json'),
    readData<Record<string, Metadata>>('icons.json'),
  ]);
  const words = Object.keys(icons).map((name) => {
    const { category = '', tags = [] } = metadata[name] ?? {};
    return [name, [category, ...tags].join(' ').toLowerCase()];
  });
  return Object.fromEntries(words);
}

/** The package exports only its icons; the data files are next to them. */
async function readData<Data>(file: string): Promise<Data> {
  const picture = import.meta.resolve('@tabler/icons/outline/app-window.svg');
  return JSON.parse(await readFile(fileURLToPath(new URL(`../../${file}`, picture)), 'utf8'));
}
