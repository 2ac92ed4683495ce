import { chownSync, mkdirSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';
import { archivedSegments, backupStart, missingSegment } from './segments.ts';

/** Letters that mean nothing to a shell, to PostgreSQL's command templates, or to its configuration. */
const PLAIN = /^\/[\w./-]+$/;

/** Makes the folder for archived segments, which the database's own user writes. */
export function prepareArchive(folder: string, account: Account | undefined): void {
  checkPlain(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/**
 * PostgreSQL's command for one segment. A quiet installation's are nearly empty: 16 MB become 16 kB. One that is
 * there already is right if it is the same: PostgreSQL asks again where it was killed between the two. A segment has its
 * name only when it is whole and on disk.
 */
export function archiveCommand(folder: string): string {
  const kept = `${folder}/%f.gz`;
  return `if test -f ${kept}; then gzip -dc ${kept} | cmp -s - %p; else gzip -4 -c %p > ${kept}.part && sync ${kept}.part && mv ${kept}.part ${kept}; fi`;
}

/** A later point in time than a backup's end. */
export interface ArchivePoint {
  readonly archive: string;
  /** Undefined: the newest there is. */
  readonly until: Date | undefined;
}

/**
 * Sees that the archive reaches from a backup to the point in time. `within` are the segments that the backup holds itself.
 * @throws StartError saying from when to when a time can be.
 */
export async function checkPoint(
  { archive, until }: ArchivePoint,
  file: string,
  within: readonly string[],
): Promise<void> {
  checkPlain(archive);
  const segments = await archivedSegments(archive);
  const { segment, time } = await backupStart(file);
  const absent = missingSegment(segment, [...within, ...segments.map(({ name }) => name)]);
  if (absent !== undefined) {
    throw new StartError(
      `The segment ${absent} is not in ${archive}: what was changed after it cannot be restored from this backup.`,
      'Put it back, or restore a backup that was made later.',
    );
  }
  const last = new Date(Math.max(...segments.map(({ at }) => at.getTime())));
  if (until === undefined || ((time === undefined || until >= time) && until <= last)) return;
  throw outside(
    until,
    `The backup began at ${time?.toISOString() ?? 'an earlier time'}, the archive ends at ${last.toISOString()}.`,
  );
}

/** A time that no replay of this backup and archive reaches. */
export function outside(until: Date, range: string): StartError {
  return new StartError(
    `${until.toISOString()} is outside of what is archived.`,
    `${range} Choose a time between the two.`,
  );
}

/**
 * Has the next start of a restored database replay the archived log up to the point, and go on from there as a history of
 * its own. Resolves to what takes the instructions away again, once that was done.
 */
export async function replayArchive(
  cluster: string,
  { archive, until }: ArchivePoint,
  account: Account | undefined,
): Promise<() => Promise<void>> {
  const compressed = `${archive}/%f.gz`;
  const settings = [
    `restore_command = 'if test -f ${compressed}; then gzip -dc ${compressed} > %p; else cp ${archive}/%f %p; fi'`,
    // Names of time zones, Z among them, are not known yet where this is read.
    ...(until ? [`recovery_target_time = '${until.toISOString().replace('Z', '+00')}'`] : []),
    `recovery_target_action = 'promote'`,
    // No connections before the target is reached: until then everything would be read-only.
    `hot_standby = 'off'`,
    '',
  ];
  const [signal, file] = [join(cluster, 'recovery.signal'), join(cluster, 'postgresql.auto.conf')];
  const before = await readFile(file);
  await appendFile(file, settings.join('\n'));
  await writeFile(signal, '', { mode: 0o600 });
  if (account) chownSync(signal, account.uid, account.gid);
  return () => writeFile(file, before);
}

function checkPlain(folder: string): void {
  if (PLAIN.test(folder)) return;
  throw new StartError(
    `The folder ${folder} cannot hold archived segments.`,
    'Name an absolute path of letters, digits, dots, dashes and slashes.',
  );
}
