import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lintCircles } from './circles.ts';
import { lintFiles } from './files.ts';
import { lintManifests } from './manifests.ts';

/** A breach of one of the house's rules (docs/architecture.md). */
export type Violation = {
  /** Path relative to the repository, with the line where there is one. */
  readonly file: string;
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly message: string;
};

/** Checks the direction of every import in the repository at `root`, and what its packages declare. */
export function lintImports(root: string): Violation[] {
  return [...lintManifests(root), ...lintFiles(root), ...lintCircles(root)];
}

/** One line a person can act on: file, rule, what is wrong. */
export function describe(violation: Violation): string {
  return `${violation.file}: rule ${violation.rule}: ${violation.message}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const violations = lintImports(root);
  for (const violation of violations) console.error(describe(violation));
  if (violations.length > 0) {
    console.error(
      `\n${violations.length} imports against the house's rules (${relative(root, 'docs/architecture.md')}).`,
    );
    process.exitCode = 1;
  }
}
