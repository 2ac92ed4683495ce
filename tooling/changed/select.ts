import type { Graph } from './graph.ts';
import { journeysOf } from './journeys.ts';

/** What a change can reach. */
export interface Selection {
  /** Test files for Vitest. */
  readonly unit: readonly string[];
  /** Spec files for Playwright. */
  readonly journeys: readonly string[];
  /** Whether the web client has to be built and measured. */
  readonly client: boolean;
}

/** A change to these can change the outcome of any test. */
const everywhere =
  /^(?:package(?:-lock)?\.json|\.npmrc|vitest\.config\.ts|tsconfig[\w.]*\.json|packages\/(?:testing\/.*|[\w-]+\/package\.json))$/;

/**
 * Composition roots and lists of everything: what changes in one area reaches, through them, only the tests that use the
 * list itself, not the tests of all other areas.
 */
const lists = [
  /^packages\/(?:server\/src\/(?:app|main)|device\/src\/(?:agent|main))(?:\/|\.ts$)/,
  /^packages\/contract\/src\/api\/all\.ts$/,
];
const inArea = /^packages\/(?:(?:server|device)\/src\/features|contract\/src\/api)\//;

const isTest = (file: string) => /^(?:packages|tooling)\/.*\.test\.tsx?$/.test(file);
const isSpec = (file: string) => /^e2e\/journeys\/[\w-]+\.spec\.ts$/.test(file);

/** Selects the tests that these changed files can reach; `changed` may name files that are gone. */
export function select(graph: Graph, changed: readonly string[]): Selection {
  const files = [...graph.keys()];
  if (changed.some((file) => everywhere.test(file))) {
    return { unit: files.filter(isTest), journeys: files.filter(isSpec), client: true };
  }
  const reached = reach(graph, changed);
  const areas = new Set([...reached].filter((file) => !isTest(file)).flatMap((file) => areaOf(file) ?? []));
  const specs = reach(
    graph,
    changed.filter((file) => file.startsWith('e2e/')),
  );
  const all = files.filter(isSpec);
  const journeys = new Set([...all.filter((file) => specs.has(file)), ...journeysOf(changed, all)]);
  return {
    unit: files.filter((file) => isTest(file) && (reached.has(file) || areas.has(areaOf(file) ?? ''))),
    journeys: [...journeys].toSorted(),
    client: changed.some((file) => /^packages\/(?:client|console|session|web|contract)\//.test(file) && !isTest(file)),
  };
}

const areaOf = (file: string) => /^packages\/[^/]+\/src\/features\/[^/]+\//.exec(file)?.[0];

/** The changed files and all that use one of them, directly or through others. */
function reach(graph: Graph, changed: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const readers: [folder: string, user: string][] = [];
  for (const [user, uses] of graph) {
    for (const each of uses) {
      if (each !== '' && !each.endsWith('/')) users.set(each, [...(users.get(each) ?? []), user]);
      // Programs know the repository's folder for their defaults; only tests read all of it.
      else if (each !== '' || isTestSupport(user)) readers.push([each, user]);
    }
  }
  const reached = new Set(changed);
  // Lists that only name what has changed.
  const listed = new Set<string>();
  const follow = (file: string, found: readonly string[], isListed: boolean) => {
    for (const user of found) {
      const isList = lists.some((each) => each.test(user));
      if (isList && (isListed || inArea.test(file))) listed.add(user);
      else if (!isListed || isTest(user)) reached.add(user);
    }
  };
  for (const file of reached) follow(file, [...(users.get(file) ?? []), ...inFolder(readers, file, changed)], false);
  for (const file of listed) if (!reached.has(file)) follow(file, users.get(file) ?? [], true);
  return reached;
}

/** Files that read a folder with this file in it, if the file itself changed and is not only reached. */
function inFolder(readers: readonly (readonly [string, string])[], file: string, changed: readonly string[]): string[] {
  if (!changed.includes(file)) return [];
  return readers.filter(([folder]) => file.startsWith(folder)).map(([, user]) => user);
}

function isTestSupport(file: string): boolean {
  return isTest(file) || file.startsWith('tooling/repo/') || file.includes('/testing/');
}
