import { chownSync, mkdirSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';
import { archivedSegments, backupStart, missingSegment } from './segments.ts';

/** Characters without special meaning in a shell, PostgreSQL's command templates or its configuration. */
const PLAIN = /^\/[\w./-]+$/;

/** Creates the folder for archived segments, owned by the database's account. */
export function prepareArchive(folder: string, account: Account | undefined): void {
  checkPlain(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
}

/**
 * PostgreSQL's archive command for one segment. Segments of a quiet installation compress from 16 MB to 16 kB. An
 * existing identical file counts as success, because PostgreSQL repeats the command after a crash. The file gets its
 * final name only once it is complete and on disk.
 */
export function archiveCommand(folder: string): string {
  const kept = `${folder}/%f.gz`;
  return `if test -f ${kept}; then gzip -dc ${kept} | cmp -s - %p; else gzip -4 -c %p > ${kept}.part && sync ${kept}.part && mv ${kept}.part ${kept}; fi`;
}

/** A point in time after the end of a backup. */
export interface ArchivePoint {
  readonly archive: string;
  /** Undefined: the newest archived change. */
  readonly until: Date | undefined;
}

/**
 * Checks that the archive reaches from a backup to the point in time. `within` are the segments inside the backup.
 * @throws StartError with the range of possible times.
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
      `The segment ${absent} is missing in ${archive}: later changes cannot be restored from this backup.`,
      'Put it back, or restore a later backup.',
    );
  }
  const last = new Date(Math.max(...segments.map(({ at }) => at.getTime())));
  if (until === undefined || ((time === undefined || until >= time) && until <= last)) return;
  throw outside(
    until,
    `The backup began at ${time?.toISOString() ?? 'an earlier time'}, the archive ends at ${last.toISOString()}.`,
  );
}

/** The error for a time outside the backup and archive. */
export function outside(until: Date, range: string): StartError {
  return new StartError(
    `${until.toISOString()} is outside of what is archived.`,
    `${range} Choose a time between the two.`,
  );
}

/**
 * Makes the next start of a restored database replay the archived log up to the point and continue with a new timeline.
 * Resolves to a function that removes these instructions afterward.
 */
export async function replayArchive(
  cluster: string,
  { archive, until }: ArchivePoint,
  account: Account | undefined,
): Promise<() => Promise<void>> {
  const compressed = `${archive}/%f.gz`;
  const settings = [
    `restore_command = 'if test -f ${compressed}; then gzip -dc ${compressed} > %p; else cp ${archive}/%f %p; fi'`,
    // PostgreSQL does not know time zone names such as Z yet when it reads this setting.
    ...(until ? [`recovery_target_time = '${until.toISOString().replace('Z', '+00')}'`] : []),
    `recovery_target_action = 'promote'`,
    // No connections before the target is reached, because the database is read-only until then.
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
    'Use an absolute path of letters, digits, dots, dashes and slashes.',
  );
}
