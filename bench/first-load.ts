import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure, Result } from './lib/result.ts';
import { rounded } from './lib/result.ts';

const DIST = join(import.meta.dirname, '../packages/client/dist');

/** JavaScript and CSS that a page names itself or imports statically: what must arrive before it works. */
async function firstLoad(page: string): Promise<number> {
  const html = await readFile(join(DIST, page), 'utf8');
  const queue = [...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const seen = new Set<string>();
  let bytes = 0;
  for (const file of queue) {
    if (seen.has(file)) {
      continue;
    }
    seen.add(file);
    const text = await readFile(join(DIST, file), 'utf8');
    bytes += gzipSync(text).length;
    if (file.endsWith('.js')) {
      const imports = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^;'"()]*?\bfrom\s*)?["']\.\/([^"']+)["']/g);
      for (const found of imports) {
        queue.push(join(file, '..', found[1] ?? ''));
      }
    }
  }
  return bytes / 1000;
}

/** Bytes, gzip, of the first load of console and home screen. */
export async function run(): Promise<Result> {
  const figure = async (name: string, page: string, aim: number): Promise<Figure> => ({
    name,
    unit: 'kB',
    value: rounded(await firstLoad(page), 1),
    aim,
  });
  return {
    benchmark: 'first-load',
    figures: [await figure('console', 'index.html', 215), await figure('home screen', 'session.html', 85)],
  };
}
