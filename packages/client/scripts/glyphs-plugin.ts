import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { GLYPHS } from '@berth/session/ui/glyph-names.ts';
import type { Plugin } from 'vite';

const MODULE = 'virtual:berth-glyphs';

/** Copies the outlines of the icons that every session page needs from Tabler's data into the build. */
export function glyphsPlugin(): Plugin {
  return {
    name: 'berth-glyphs',
    resolveId(id) {
      return id === MODULE ? `\0${MODULE}` : undefined;
    },
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const picture = import.meta.resolve('@tabler/icons/outline/x.svg');
      const data = fileURLToPath(new URL('../../tabler-nodes-outline.json', picture));
      const icons: Record<string, [string, { d: string }][]> = JSON.parse(await readFile(data, 'utf8'));
      const glyphs = GLYPHS.map((name) => [name, icons[name]?.map(([, { d }]) => d).join('')]);
      return `export const glyphs = ${JSON.stringify(Object.fromEntries(glyphs))};`;
    },
  };
}
