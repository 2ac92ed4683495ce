/**
 * Reports the size of what a page loads before it shows anything: scripts and styles with static imports, compressed.
 * Run: node packages/client/scripts/first-load-size.ts [dist]; it fails above the limit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

interface FirstLoad {
  readonly files: readonly string[];
  /** Bytes after gzip, level 9. */
  readonly bytes: number;
}

/** Limit of the session's first load in gzipped bytes. */
const SESSION_AIM = 85_000;

/** What one page of a build loads initially. */
export function firstLoad(dist: string, page: string): FirstLoad {
  const html = readFileSync(join(dist, page), 'utf8');
  const files = new Set<string>();
  const waiting = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (file.endsWith('.js')) waiting.push(...staticImports(readFileSync(join(dist, file), 'utf8')));
  }
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return { files: [...files], bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function staticImports(source: string): string[] {
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, file]) => `assets/${file}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
  const { files, bytes } = firstLoad(dist, 'session.html');
  console.log(`session.html: ${(bytes / 1000).toFixed(2)} kB gzip in ${files.length} files`);
  if (bytes > SESSION_AIM) process.exitCode = 1;
}
