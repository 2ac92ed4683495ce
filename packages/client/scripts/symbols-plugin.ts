import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SYMBOL_BUCKETS, symbolBucket } from '../src/lib/symbol-bucket.ts';

/** Symbols by name: the outlines of its lines, as SVG path data. */
type Bucket = Record<string, string[]>;

/**
 * Cuts Tabler's outline icons into small files, `symbols/<bucket>.json`, so that a tile loads the symbol an
 * administrator chose among five thousand without a list of them in the page.
 */
export function symbolsPlugin(): Plugin {
  return {
    name: 'berth-symbols',
    async generateBundle() {
      for (const [index, bucket] of (await readBuckets()).entries()) {
        this.emitFile({ type: 'asset', fileName: `symbols/${index}.json`, source: JSON.stringify(bucket) });
      }
    },
    configureServer(server) {
      server.middlewares.use('/symbols', async (request, response) => {
        const bucket = (await readBuckets())[Number.parseInt(request.url?.slice(1) ?? '', 10)];
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(bucket ?? {}));
      });
    },
  };
}

async function readBuckets(): Promise<Bucket[]> {
  // The package exports its pictures only; the data lies beside them.
  const picture = import.meta.resolve('@tabler/icons/outline/app-window.svg');
  const file = fileURLToPath(new URL('../../tabler-nodes-outline.json', picture));
  const icons: Record<string, [string, { d: string }][]> = JSON.parse(await readFile(file, 'utf8'));
  const buckets = Array.from({ length: SYMBOL_BUCKETS }, (): Bucket => ({}));
  for (const [name, nodes] of Object.entries(icons)) {
    const bucket = buckets[symbolBucket(name)];
    if (bucket) bucket[name] = nodes.map(([, { d }]) => d);
  }
  return buckets;
}
