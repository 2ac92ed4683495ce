import { chownSync, mkdirSync } from 'node:fs';
import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';

/** Letters that mean nothing to a shell, to PostgreSQL's command templates, or to its configuration. */
const PLAIN = /^\/[\w./-]+$/;

/** Makes the folder for archived segments, which the database's own user writes. */
export function prepareArchive(folder: string, account: Account | undefined): void {
  checkPlain(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/**
 * Has the next start of a restored database replay the archived log up to a moment, and go on from there as a history of
 * its own. Throws a StartError where the archive holds nothing.
 */
export async function replayArchive(
  cluster: string,
  archive: string,
  until: Date,
  account: Account | undefined,
): Promise<void> {
  checkPlain(archive);
  const segments = (await readdir(archive).catch(() => [])).filter((name) => /^[0-9A-F]{24}$/.test(name));
  if (segments.length === 0) {
    throw new StartError(
      `There are no archived segments in ${archive}.`,
      'Name the folder that BERTH_WAL_ARCHIVE named.',
    );
  }
  const settings = [
    `restore_command = 'cp ${archive}/%f %p'`,
    // Names of time zones, Z among them, are not known yet where this is read.
    `recovery_target_time = '${until.toISOString().replace('Z', '+00')}'`,
    `recovery_target_action = 'promote'`,
    // Nobody is let in before the moment is reached: until then everything would be read-only.
    `hot_standby = 'off'`,
    '',
  ];
  const signal = join(cluster, 'recovery.signal');
  await appendFile(join(cluster, 'postgresql.auto.conf'), settings.join('\n'));
  await writeFile(signal, '', { mode: 0o600 });
  if (account) chownSync(signal, account.uid, account.gid);
}

function checkPlain(folder: string): void {
  if (PLAIN.test(folder)) return;
  throw new StartError(
    `The folder ${folder} cannot hold archived segments.`,
    'Name an absolute path of letters, digits, dots, dashes and slashes.',
  );
}
