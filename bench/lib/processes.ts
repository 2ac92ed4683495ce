import { readdir, readFile } from 'node:fs/promises';

/** A process and its descendants, from /proc. */
export async function withDescendants(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name)) {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      // The command name is in parentheses and may contain spaces: the fields start after the last parenthesis.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(Number(name), parent);
    }
  }
  const found = [root];
  for (const pid of found) {
    for (const [child, parent] of parents) {
      if (parent === pid) {
        found.push(child);
      }
    }
  }
  return found;
}
