import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { withOwnGerman } from './excalidraw-german.ts';

const FOLDER = dirname(fileURLToPath(import.meta.resolve('@excalidraw/excalidraw')));
const MERMAID = '@excalidraw/mermaid-to-excalidraw';
/** Part of a template literal in its code, hence evaluated in the browser. */
const LOCAL = '$'.concat('{location.origin}/excalidraw/');
/** Thirteen megabytes of Chinese handwriting. */
const LEFT_OUT = /^Xiaolai\//;
const GERMAN = /\/locales\/de-DE-\w+\.js$/;

/**
 * Keeps the whiteboard on the machine: its fonts are local files, and its fallback server is ours. Its German addresses
 * nobody as "du". Text-to-diagram is left out: for a menu entry that we hide it would add three megabytes to the page and
 * 150 to the installation (an override in package.json installs a small package instead).
 */
export function excalidrawPlugin(): Plugin {
  return {
    name: 'berth-excalidraw',
    enforce: 'pre',
    resolveId(id) {
      return id === MERMAID ? `\0${MERMAID}` : undefined;
    },
    load(id) {
      if (id !== `\0${MERMAID}`) return undefined;
      return 'export const parseMermaidToExcalidraw = () => Promise.reject(new Error("left out"));';
    },
    transform(code, id) {
      if (!id.includes('/@excalidraw/excalidraw/')) return undefined;
      const own = GERMAN.test(id) ? withOwnGerman(code) : code;
      const local = own.replaceAll('https://esm.sh/', LOCAL);
      return local === code ? undefined : { code: local, map: null };
    },
    generateBundle() {
      const fonts = join(FOLDER, 'fonts');
      for (const name of readdirSync(fonts, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.woff2') || LEFT_OUT.test(name)) continue;
        const fileName = `excalidraw/fonts/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(fonts, name)) });
      }
    },
  };
}
