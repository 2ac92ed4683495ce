import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuideLanguage } from '@berth/console/guide/content.ts';
import type { Plugin } from 'vite';
import { GUIDE_FOLDER, type Picture, readGuide } from './guide.ts';

const MODULE = 'virtual:berth-guide';
const GUIDE = '\0berth-guide/';

/**
 * Compiles docs/guide when the client is built, so that no Markdown parser is shipped: a chunk for each language, and
 * the pictures as files. `virtual:berth-guide` exports one loader per language.
 */
export function guidePlugin(): Plugin {
  return {
    name: 'berth-guide',
    resolveId(id) {
      if (id === MODULE) return `\0${MODULE}`;
      return id.startsWith(GUIDE) ? id : undefined;
    },
    async load(id) {
      if (id === `\0${MODULE}`) {
        const loader = (language: GuideLanguage) => `${language}: () => import('${GUIDE}${language}.js')`;
        return `export const loaders = { ${loader('deu')}, ${loader('eng')} };`;
      }
      if (!id.startsWith(GUIDE)) return undefined;
      const language = id.startsWith(`${GUIDE}deu`) ? 'deu' : 'eng';
      return moduleOf(language, (file) => this.addWatchFile(file));
    },
  };
}

async function moduleOf(language: GuideLanguage, watch: (file: string) => void): Promise<string> {
  const imports: string[] = [];
  const imported = (picture: string): string => {
    imports.push(`import picture${imports.length} from ${JSON.stringify(join(GUIDE_FOLDER, language, picture))};`);
    return `@@picture${imports.length - 1}@@`;
  };
  const place = async (picture: string): Promise<Picture | undefined> => {
    if (!existsSync(join(GUIDE_FOLDER, language, darkOf(picture)))) return undefined;
    const size = webpSize(await readFile(join(GUIDE_FOLDER, language, picture)), picture);
    return { src: imported(picture), dark: imported(darkOf(picture)), ...size };
  };
  const pages = await readGuide(language, place, watch);
  const code = JSON.stringify(pages).replaceAll(/"@@(picture\d+)@@"/g, '$1');
  return `${imports.join('\n')}\nexport const pages = ${code};`;
}

/** The dark twin of a picture lies beside it. */
function darkOf(picture: string): string {
  return picture.replace(/\.webp$/, '-dark.webp');
}

/** The size in the head of a WebP file, so that nothing moves when the picture arrives. */
function webpSize(file: Buffer, name: string): Pick<Picture, 'width' | 'height'> {
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: `${file.readUIntLE(24, 3) + 1}`, height: `${file.readUIntLE(27, 3) + 1}` };
  if (kind === 'VP8 ')
    return { width: `${file.readUInt16LE(26) & 0x3fff}`, height: `${file.readUInt16LE(28) & 0x3fff}` };
  throw new Error(`${name} is neither a simple nor an extended lossy WebP picture`);
}
