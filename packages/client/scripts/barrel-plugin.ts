import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Libraries whose entry re-exports thousands of modules. */
const LIBRARIES = ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] as const;
const IMPORTERS = /\/packages\/(?:web|console|session)\/src\/.*\.tsx?$|\/@mantine\/core\/esm\/.*\.mjs$/;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](@mantine\/(?:core|hooks)|@tabler\/icons-react)["'];?/g;

/** The module that defines an export of a library's entry. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

/**
 * Imports from the defining module instead of the library's entry: an entry that re-exports everything would put
 * everything any page uses into the first load.
 */
export function barrelPlugin(): Plugin {
  const known = new Map<string, Promise<ReadonlyMap<string, Origin>>>();
  const originsOf = (library: string) => {
    const origins = known.get(library) ?? readOrigins(library);
    known.set(library, origins);
    return origins;
  };
  return {
    name: 'berth-barrels',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!IMPORTERS.test(id) || !LIBRARIES.some((library) => code.includes(library))) return undefined;
      const found = [...code.matchAll(IMPORT)];
      if (found.length === 0) return undefined;
      let next = code;
      for (const [statement, names = '', library = ''] of found) {
        next = next.replace(statement, direct(names, library, await originsOf(library)));
      }
      return { code: next, map: null };
    },
  };
}

/** The same imports, each from its defining module; types stay with the entry. */
function direct(names: string, library: string, origins: ReadonlyMap<string, Origin>): string {
  const specifiers = names.split(',').flatMap((each) => each.trim() || []);
  const lines = specifiers.map((specifier) => {
    // A separate type import is erased; inside braces the import itself would stay.
    if (specifier.startsWith('type ')) return `import type { ${specifier.slice('type '.length)} } from '${library}';`;
    const [name = '', local = name] = specifier.split(/\s+as\s+/);
    const origin = origins.get(name);
    if (!origin) throw new Error(`${library} has no ${name}`);
    return `import { ${origin.name} as ${local} } from '${origin.file}';`;
  });
  // One line, to preserve line numbers.
  return lines.join(' ');
}

async function readOrigins(library: string): Promise<ReadonlyMap<string, Origin>> {
  const entry = fileURLToPath(import.meta.resolve(library)).replace(
    '/cjs/tabler-icons-react.cjs',
    '/esm/tabler-icons-react.mjs',
  );
  const text = await readFile(entry, 'utf8');
  const origins = new Map<string, Origin>();
  for (const [, names = '', path = ''] of text.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    for (const specifier of names.split(',')) {
      const [name = '', exported = name] = specifier.trim().split(/\s+as\s+/);
      if (path.startsWith('.')) origins.set(exported, { file: join(dirname(entry), path), name });
    }
  }
  return origins;
}
