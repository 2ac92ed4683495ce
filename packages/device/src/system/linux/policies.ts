import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bind } from './programs.ts';

/** Where Debian's Chromium looks for managed policies. It is one place for all, hence a folder bound over it. */
const POLICY_FOLDER = '/etc/chromium/policies';

/** Writes managed policies for one browser alone into `folder`, to be seen in the place of Chromium's own. */
export async function writePolicies(folder: string, policies: Readonly<Record<string, unknown>>): Promise<Bind> {
  await mkdir(POLICY_FOLDER, { recursive: true });
  const managed = join(folder, 'managed');
  await mkdir(managed, { recursive: true, mode: 0o755 });
  await writeFile(join(managed, 'berth.json'), JSON.stringify(policies), { mode: 0o644 });
  return { folder, over: POLICY_FOLDER };
}
