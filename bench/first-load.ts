import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Figure, type Result, rounded } from './lib/result.ts';

const DIST = join(import.meta.dirname, '../../packages/client/dist');

/** Gzipped bytes of the first load of console and home screen. For profile forms and other pages see routes. */
export async function run(): Promise<Result> {
  const figure = async (name: string, page: string, aim: number): Promise<Figure> => {
    const bytes = [...(await firstFiles(page)).values()].reduce((sum, each) => sum + each, 0);
    return { name, unit: 'kB', value: rounded(bytes / 1_000, 1), aim };
  };
  return {
    benchmark: 'first-load',
    figures: [await figure('console', 'index.html', 215), await figure('home screen', 'session.html', 85)],
  };
}

/**
 * JavaScript and CSS that a page names or imports statically: what must arrive before it works.
 *
 * @returns Gzipped bytes, by the file's path in the built client.
 */
export async function firstFiles(page: string): Promise<ReadonlyMap<string, number>> {
  const html = await readFile(join(DIST, page), 'utf8');
  const queue = [...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const bytes = new Map<string, number>();
  for (const file of queue) {
    if (bytes.has(file)) continue;
    const text = await readFile(join(DIST, file), 'utf8');
    bytes.set(file, gzipSync(text).length);
    if (!file.endsWith('.js')) continue;
    const imports = text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^;'"()]*?\bfrom\s*)?["']\.\/([^"']+)["']/g);
    for (const found of imports) queue.push(join(file, '..', found[1] ?? ''));
  }
  return bytes;
}
