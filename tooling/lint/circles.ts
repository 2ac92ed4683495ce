import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Violation } from './imports.ts';
import { packages } from './package-rules.ts';
import { filesBelow, importsOf } from './scan.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Rule 6 in every package: files whose code imports each other, directly or through others. Type imports do not count.
 */
export function lintCircles(root: string): Violation[] {
  return Object.keys(packages)
    .map((name) => join(root, 'packages', name, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => circlesOf(graphOf(root, folder)))
    .map(([file = '', ...rest]) => ({
      file,
      rule: 6,
      message: `a circle of imports: ${[file, ...rest, file].map((each) => posix.basename(each)).join(' → ')}`,
    }));
}

function graphOf(root: string, folder: string): Graph {
  const files = filesBelow(folder, /\.tsx?$/).sort();
  return new Map(
    files.map((path) => {
      const file = relative(root, path);
      const imported = importsOf(readFileSync(path, 'utf8'))
        .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier));
      return [file, new Set(imported)];
    }),
  );
}

/** For each group of files that reach each other, the shortest path from its first file back to itself. */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const reported = new Set<string>();
  for (const file of graph.keys()) {
    if (reported.has(file)) continue;
    const circle = shortestCircle(graph, file);
    if (!circle) continue;
    circles.push(circle);
    for (const each of circle) reported.add(each);
  }
  return circles;
}

function shortestCircle(graph: Graph, start: string): string[] | undefined {
  const seen = new Set<string>();
  let ways = [[start]];
  while (ways.length > 0) {
    const next: string[][] = [];
    for (const way of ways) {
      for (const imported of graph.get(way.at(-1) ?? '') ?? []) {
        if (imported === start) return way;
        if (seen.has(imported) || !graph.has(imported)) continue;
        seen.add(imported);
        next.push([...way, imported]);
      }
    }
    ways = next;
  }
  return undefined;
}
