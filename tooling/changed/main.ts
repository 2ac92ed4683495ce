import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { graphOf } from './graph.ts';
import { select } from './select.ts';

const git = (root: string, ...args: readonly string[]) =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\0')
    .filter((each) => each !== '');

/**
 * The files that differ from where this branch left another one, committed or not, deleted and new ones included.
 * A checkout of that branch itself differs by its uncommitted changes.
 */
export function changedSince(root: string, reference: string): string[] {
  const [base = ''] = git(root, 'merge-base', 'HEAD', reference).map((each) => each.trim());
  const tracked = git(root, 'diff', '--name-only', '--no-renames', '-z', base);
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...tracked, ...added])].toSorted();
}

// `node tooling/changed/main.ts [REF]` prints the selection for `npm test -- --changed`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  let changed: readonly string[] = [];
  try {
    changed = changedSince(root, process.argv[2] ?? 'main');
  } catch (error) {
    // Git has said why.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  const there = changed.filter((file) => existsSync(join(root, file)));
  console.log(JSON.stringify({ changed: changed.length, files: there, ...select(graphOf(root), changed) }));
}
