import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const MIGRATIONS = 'packages/server/src/db/migrations';

/** An earlier version of the whole program, checked out next to this one. */
export interface Older {
  /** Main file of its server. */
  readonly program: string;
  /** Number of migrations that this version has more. */
  readonly migrations: number;
  readonly dispose: () => Promise<void>;
}

/**
 * The version before the newest migration, from the git history; `commit` selects another one. undefined without
 * history, such as in a shallow clone.
 */
export async function olderVersion(commit?: string): Promise<Older | undefined> {
  const added = ['log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS];
  const from = commit ?? `${await git(added).catch(() => '')}^`;
  const known = await git(['rev-parse', '--verify', '--quiet', `${from}^{commit}`]).catch(() => undefined);
  if (known === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'berth-older-'));
  await git(['worktree', 'add', '--force', '--detach', folder, known]);
  await linkModules(folder);
  const migrations = (root: string) => readdir(join(root, MIGRATIONS));
  const before = await migrations(folder);
  return {
    program: join(folder, 'packages/server/src/main.ts'),
    migrations: (await migrations(ROOT)).filter((each) => !before.includes(each)).length,
    dispose: async () => {
      await git(['worktree', 'remove', '--force', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Links the installed modules; its own packages stay separate. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@berth'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@berth') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(modules, '@berth', name));
    const own = join(ROOT, 'packages', name, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, 'packages', name, 'node_modules'));
  }
}

async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', ROOT, ...args]);
  return stdout.trim();
}
