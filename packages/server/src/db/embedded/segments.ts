import { existsSync } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { tar } from './tar.ts';

/** A segment of the log of changes: timeline, then its number in two parts; our own archive holds them compressed. */
const SEGMENT = /^([0-9A-F]{24})(?:\.gz)?$/;
/** Of 16 MB each, PostgreSQL's own size. */
const SEGMENTS_IN_LOG = 256;

interface ArchivedSegment {
  /** As PostgreSQL calls it. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was archived: nothing in it is newer. */
  readonly at: Date;
}

/** What an archive holds, oldest first. */
export async function archivedSegments(folder: string): Promise<readonly ArchivedSegment[]> {
  const files = (await readdir(folder).catch(() => [])).sort();
  const found = files.flatMap((file) => {
    const [, name] = SEGMENT.exec(file) ?? [];
    return name === undefined ? [] : [{ name, path: join(folder, file) }];
  });
  if (found.length === 0) {
    throw new StartError(
      `There are no archived segments in ${folder}.`,
      'Name the folder that BERTH_WAL_ARCHIVE named.',
    );
  }
  return Promise.all(
    found.map(async ({ name, path }) => {
      const { size, mtime } = await stat(path);
      return { name, path, bytes: size, at: mtime };
    }),
  );
}

/** Where a backup begins: the first segment that is needed to open it, and the time. */
interface BackupStart {
  readonly segment: string;
  readonly time: Date | undefined;
}

/** The segments that a backup itself holds, by the names of its files. */
export function segmentsWithin(files: Iterable<string>): readonly string[] {
  return [...files].flatMap((file) => /^postgres\/pg_wal\/([0-9A-F]{24})$/.exec(file)?.[1] ?? []);
}

/** Reads where a backup begins from the label that PostgreSQL wrote for it. */
export async function backupStart(file: string): Promise<BackupStart> {
  const start = startOf(await tar(['-xOf', file, 'postgres/backup_label']).catch(() => ''));
  if (start !== undefined) return start;
  throw new StartError(
    `${file} does not say where in the log of changes it begins.`,
    'Name a file that `npm run backup` made.',
  );
}

export function startOf(label: string): BackupStart | undefined {
  const [, segment] = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label) ?? [];
  const [, time] = /^START TIME: (\S+ \S+) UTC$/m.exec(label) ?? [];
  if (segment === undefined) return undefined;
  return { segment, time: time === undefined ? undefined : new Date(`${time.replace(' ', 'T')}Z`) };
}

/** The first segment that is missing between the one that a backup begins with and the newest of the same history. */
export function missingSegment(start: string, segments: readonly string[]): string | undefined {
  const timeline = start.slice(0, 8);
  const names = new Set(segments);
  const last = [...names].filter((name) => name.startsWith(timeline)).reduce((a, b) => (a > b ? a : b), start);
  for (let next = start; next < last; next = following(next)) if (!names.has(next)) return next;
  return undefined;
}

function following(name: string): string {
  const [log, part] = [Number.parseInt(name.slice(8, 16), 16), Number.parseInt(name.slice(16), 16)];
  const number = log * SEGMENTS_IN_LOG + part + 1;
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${name.slice(0, 8)}${hex(Math.floor(number / SEGMENTS_IN_LOG))}${hex(number % SEGMENTS_IN_LOG)}`;
}

interface Pruned {
  readonly removed: number;
  readonly bytes: number;
  /** The first segment that the backup needs. */
  readonly oldest: string;
}

/** Removes the archived segments that come before a backup. Those of another history than the backup's stay. */
export async function pruneArchive(folder: string, backup: string): Promise<Pruned> {
  if (!existsSync(backup))
    throw new StartError(`There is no file ${backup}.`, 'Name the oldest backup to be restored.');
  const { segment: oldest } = await backupStart(backup);
  const timeline = oldest.slice(0, 8);
  const segments = await archivedSegments(folder);
  const older = segments.filter(({ name }) => name.startsWith(timeline) && name < oldest);
  for (const { path } of older) await unlink(path);
  syncFolder(folder);
  return { removed: older.length, bytes: older.reduce((sum, { bytes }) => sum + bytes, 0), oldest };
}
