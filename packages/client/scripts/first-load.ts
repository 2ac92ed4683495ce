interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

const CHUNKS = ['base', 'shared', 'session', 'console'] as const;
type FirstLoadChunk = (typeof CHUNKS)[number];

/**
 * The bundler's groups. A group takes along whatever its modules import, so the common ones choose before those that
 * hold an entry.
 */
export function firstLoadGroups() {
  const first = CHUNKS.map((chunk, index) => ({
    name: (id: string, modules: Modules) => (firstLoadChunk(id, modules) === chunk ? chunk : null),
    debugName: chunk,
    priority: CHUNKS.length - index + 1,
  }));
  return [...first, { name: partsChunk, debugName: PARTS, priority: 1 }];
}

const PARTS = 'parts';
/** Small things of which nearly every page of the console takes some: icons, frames of pages and tables. */
const PART = /\/(@tabler\/icons-react\/|console\/src\/areas\/parts\/[^/]+$|(?:web|console)\/src\/ui\/[^/]+$)/;

/**
 * One file for the small things that the console's pages share: by itself each would be a file of a few hundred bytes,
 * dozens of which cost a page more time than they have content.
 */
function partsChunk(id: string, modules: Modules): string | null {
  if (!PART.test(id) || firstLoadChunk(id, modules) !== null) return null;
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  return ever.has('index') && !ever.has('session') ? PARTS : null;
}

/**
 * Names a chunk for what an entry loads at once, so that it comes as one file and not as dozens of small ones: `base`
 * for what both need, `shared` for what the console needs at once and the session later, `session` and `console` for
 * the rest. What is loaded later is left to the bundler.
 *
 * A chunk holds its entry: whoever imports anything of it runs that program. So a chunk of one entry takes only what the
 * other never reaches, not even later; and nothing of a first load is left to the bundler, which would merge it there.
 */
function firstLoadChunk(id: string, modules: Modules): FirstLoadChunk | null {
  const atOnce = entriesAbove(id, ({ importers }) => importers, modules);
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  if (atOnce.has('session')) return ever.has('index') ? 'base' : 'session';
  if (atOnce.has('index')) return ever.has('session') ? 'shared' : 'console';
  return null;
}

/** The entries from which imports lead to a module. */
function entriesAbove(
  id: string,
  importersOf: (module: ModuleInfo) => readonly string[],
  modules: Modules,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const entries = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const [, entry] = /\/(index|session)\.html$/.exec(next) ?? [];
    if (entry) entries.add(entry);
    const module = modules.getModuleInfo(next);
    if (module) waiting.push(...importersOf(module));
  }
  return entries;
}
