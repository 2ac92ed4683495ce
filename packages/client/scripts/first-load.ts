import type { Plugin } from 'vite';

interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface ModuleInfo {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

const CHUNKS = ['base', 'shared', 'session', 'console'] as const;
type FirstLoadChunk = (typeof CHUNKS)[number];

/**
 * The bundler's chunk groups. A group includes whatever its modules import, so common groups are assigned before those
 * with an entry.
 */
export function firstLoadGroups() {
  const first = CHUNKS.map((chunk, index) => ({
    name: (id: string, modules: Modules) => (firstLoadChunk(id, modules) === chunk ? chunk : null),
    debugName: chunk,
    priority: CHUNKS.length - index + 5,
  }));
  return [
    ...first,
    { name: inputsChunk, debugName: INPUTS, priority: 5 },
    { name: widgetsChunk, debugName: WIDGETS, priority: 4 },
    { name: commonChunk, debugName: COMMON, priority: 3 },
    { name: partsChunk, debugName: PARTS, priority: 2 },
    { name: pagesChunk, debugName: PAGES, priority: 1 },
    { name: formsChunk, debugName: FORMS, priority: 0 },
  ];
}

const STYLES = /<link rel="stylesheet"([^>]*)>/g;

/**
 * Lets the console's starting page, which has styles of its own, be painted before the style sheets arrive. They keep
 * their place before those of pages that load later; the console applies them before it renders.
 */
export function lateStylesPlugin(): Plugin {
  return {
    name: 'late-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        path === '/index.html'
          ? html.replace(STYLES, '<link rel="stylesheet"$1 media="not all" fetchpriority="high">')
          : html,
    },
  };
}

/**
 * Refuses a build in which the session's program leads to a chunk of the console, also by what it loads later: importing
 * from one runs the console, which draws itself over the session.
 */
export function sessionChunksPlugin(): Plugin {
  return {
    name: 'session-chunks',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const reached = new Set(chunks.filter(({ isEntry, name }) => isEntry && name === 'session'));
      for (const { fileName, imports, dynamicImports } of reached) {
        for (const file of [...imports, ...dynamicImports]) {
          const chunk = byFile.get(file);
          if (!chunk) continue;
          if (OF_CONSOLE.has(chunk.name)) this.error(`${fileName}, which the session loads, imports ${file}`);
          reached.add(chunk);
        }
      }
    },
  };
}

const WIDGETS = 'widgets';
const INPUTS = 'inputs';
const WIDGET = /\/@mantine\//;

/** One chunk for the widgets that light pages use too. Widgets import nothing but each other. */
function inputsChunk(id: string, modules: Modules): string | null {
  return isWidget(id, modules) && pagesAbove(id, modules).some((page) => LIGHT_PAGE.test(page)) ? INPUTS : null;
}

/** One chunk for the widgets of the management console's pages. */
function widgetsChunk(id: string, modules: Modules): string | null {
  return isWidget(id, modules) && inputsChunk(id, modules) === null ? WIDGETS : null;
}

function isWidget(id: string, modules: Modules): boolean {
  return WIDGET.test(id) && firstLoadChunk(id, modules) === null && pagesAbove(id, modules).length >= SHARING_PAGES;
}

const COMMON = 'common';
/** Characters of source up to which a module costs less as a part of a chunk than as a request. */
const SMALL = 3_000;

const PARTS = 'parts';
/** Small modules used by nearly every console page: icons, page and table frames. */
const PART = /\/(@tabler\/icons-react\/|console\/src\/areas\/parts\/[^/]+$|(?:web|console)\/src\/ui\/[^/]+$)/;

/**
 * One chunk for small modules shared by the console's pages: otherwise each would be a file of a few hundred bytes, and
 * dozens of requests cost a page more than their content.
 */
function partsChunk(id: string, modules: Modules): string | null {
  if (!PART.test(id) || firstLoadChunk(id, modules) !== null) return null;
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  return ever.has('index') && !ever.has('session') ? PARTS : null;
}

const PAGES = 'pages';
const FORMS = 'forms';
/** Pages with forms of a profile. */
const FORM_PAGE = /\/(?:profile|layer|machine|authentication|organization)-page\.tsx$/;
/** Number of pages that put a module into their chunk; two are enough if one is a first page. */
const SHARING_PAGES = 3;

const OF_CONSOLE: ReadonlySet<string> = new Set(['console', PARTS, PAGES, FORMS]);
const PAGE = /\/console\/src\/areas\/.*-page\.tsx$/;
/** Pages that people open before the management console or without it. They must not load its chunk. */
const LIGHT_PAGE = /\/areas\/(?:identity|account|share|guide|apps)\/|\/(?:select|users)-page\.tsx$/;
/** Pages that most visits begin with. */
const FIRST_PAGE = /\/(?:dashboard|machines)-page\.tsx$/;

/**
 * One chunk for what several pages of the management console share beyond the parts. It includes what its modules import, so
 * neither the session nor a light page may need any of that.
 */
function pagesChunk(id: string, modules: Modules): string | null {
  if (!isOfPages(id, modules)) return null;
  const pages = pagesAbove(id, modules);
  const isShared = pages.length >= SHARING_PAGES || (pages.length > 1 && pages.some((page) => FIRST_PAGE.test(page)));
  return isShared && !pages.every((page) => FORM_PAGE.test(page)) && needsOnlyPages(id, modules) ? PAGES : null;
}

/** The same for the forms of a profile, which most pages do without. */
function formsChunk(id: string, modules: Modules): string | null {
  if (!isOfPages(id, modules) || pagesChunk(id, modules) !== null) return null;
  const pages = pagesAbove(id, modules);
  return pages.length > 1 && pages.every((page) => FORM_PAGE.test(page)) && needsOnlyPages(id, modules) ? FORMS : null;
}

function needsOnlyPages(id: string, modules: Modules): boolean {
  const needed = new Set<string>([id]);
  for (const next of needed) {
    if (hasChunk(next, modules)) continue;
    if (!isOfPages(next, modules)) return false;
    for (const imported of modules.getModuleInfo(next)?.importedIds ?? []) needed.add(imported);
  }
  return true;
}

/** Whether a module is in one of the chunks that are assigned before. */
function hasChunk(id: string, modules: Modules): boolean {
  return [firstLoadChunk, inputsChunk, widgetsChunk, commonChunk, partsChunk].some(
    (chunkOf) => chunkOf(id, modules) !== null,
  );
}

function isOfPages(id: string, modules: Modules): boolean {
  if (hasChunk(id, modules)) return false;
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  return ever.has('index') && !ever.has('session') && !pagesAbove(id, modules).some((page) => LIGHT_PAGE.test(page));
}

/** The console's pages that import a module, without what they load later. */
function pagesAbove(id: string, modules: Modules): readonly string[] {
  const seen = new Set<string>([id]);
  for (const next of seen) for (const importer of modules.getModuleInfo(next)?.importers ?? []) seen.add(importer);
  return [...seen].filter((each) => PAGE.test(each));
}

/**
 * What those modules import and the session loads later too. Left to their chunk, it would lead the session to the console's
 * entry, which draws the console over the session.
 */
function commonChunk(id: string, modules: Modules): string | null {
  if (firstLoadChunk(id, modules) !== null) return null;
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  if (!ever.has('index') || !ever.has('session')) return null;
  if (pagesAbove(id, modules).length > 1 && isSmall(id, modules)) return COMMON;
  const above = new Set<string>([id]);
  for (const next of above) {
    if (partsChunk(next, modules) !== null) return COMMON;
    for (const importer of modules.getModuleInfo(next)?.importers ?? []) above.add(importer);
  }
  return null;
}

/** Whether a module is small, with all that its chunk would include. */
function isSmall(id: string, modules: Modules): boolean {
  const needed = new Set<string>([id]);
  for (const next of needed) {
    if (firstLoadChunk(next, modules) !== null || isWidget(next, modules)) continue;
    const module = modules.getModuleInfo(next);
    if (!module || (module.code?.length ?? 0) > SMALL) return false;
    for (const imported of module.importedIds) needed.add(imported);
  }
  return true;
}

/**
 * Assigns the first load of an entry to a chunk, so that it arrives as one file instead of dozens: `base` for what both
 * entries need, `shared` for what the console needs at once and the session later, `session` and `console` for the
 * rest. The bundler splits what is loaded later.
 *
 * A chunk contains its entry: importing anything from it runs that program. So a chunk of one entry takes only modules
 * that the other never reaches, not even later; and no part of a first load is left to the bundler, which would merge
 * it there.
 */
function firstLoadChunk(id: string, modules: Modules): FirstLoadChunk | null {
  const atOnce = entriesAbove(id, ({ importers }) => importers, modules);
  const ever = entriesAbove(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters], modules);
  if (atOnce.has('session')) return ever.has('index') ? 'base' : 'session';
  if (atOnce.has('index')) return ever.has('session') ? 'shared' : 'console';
  return null;
}

/** The entries whose imports lead to a module. */
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
