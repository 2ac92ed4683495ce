import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's Chromium looks for managed policies. It is one place for all, hence the mount namespace. */
const POLICY_FOLDER = '/etc/chromium/policies';

/** Managed policies for one browser alone: a folder to be seen in the place of Chromium's own. */
export interface PolicyFolder {
  readonly folder: string;
  readonly over: string;
  remove(): Promise<void>;
}

export async function writePolicies(policies: Readonly<Record<string, unknown>>): Promise<PolicyFolder> {
  await mkdir(POLICY_FOLDER, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'berth-policies-'));
  const managed = join(folder, 'managed');
  await mkdir(managed);
  await writeFile(join(managed, 'berth.json'), JSON.stringify(policies), { mode: 0o644 });
  for (const each of [folder, managed]) await chmod(each, 0o755);
  return { folder, over: POLICY_FOLDER, remove: () => rm(folder, { recursive: true, force: true }) };
}
