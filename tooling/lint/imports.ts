import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lintCircles } from './circles.ts';
import { lintFiles } from './files.ts';
import { lintManifests } from './manifests.ts';

/** A violation of one of the import rules (docs/architecture.md). */
export type Violation = {
  /** Path relative to the repository, with the line if there is one. */
  readonly file: string;
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly message: string;
};

/** Checks the direction of every import in the repository at `root`, and the declared dependencies of its packages. */
export function lintImports(root: string): Violation[] {
  return [...lintManifests(root), ...lintFiles(root), ...lintCircles(root)];
}

/** One actionable line: file, rule, problem. */
export function describe(violation: Violation): string {
  return `${violation.file}: rule ${violation.rule}: ${violation.message}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const violations = lintImports(root);
  for (const violation of violations) console.error(describe(violation));
  if (violations.length > 0) {
    console.error(`\n${violations.length} import rule violations (${relative(root, 'docs/architecture.md')}).`);
    process.exitCode = 1;
  }
}
