import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FIRST_GLYPHS, GLYPHS } from '@berth/session/ui/glyph-names.ts';
import type { Plugin } from 'vite';

/** Two modules, so that the first load carries only its own. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'virtual:berth-glyphs': GLYPHS,
  'virtual:berth-first-glyphs': FIRST_GLYPHS,
};

/** Copies the outlines of the icons that every session page needs from Tabler's data into the build. */
export function glyphsPlugin(): Plugin {
  return {
    name: 'berth-glyphs',
    resolveId(id) {
      return Object.hasOwn(MODULES, id) ? `\0${id}` : undefined;
    },
    async load(id) {
      const names = MODULES[id.slice(1)];
      if (!names) return undefined;
      const picture = import.meta.resolve('@tabler/icons/outline/x.svg');
      const data = fileURLToPath(new URL('../../tabler-nodes-outline.json', picture));
      const icons: Record<string, [string, { d: string }][]> = JSON.parse(await readFile(data, 'utf8'));
      const glyphs = names.map((name) => [name, icons[name]?.map(([, { d }]) => d).join('')]);
      return `export const glyphs = ${JSON.stringify(Object.fromEntries(glyphs))};`;
    },
  };
}
