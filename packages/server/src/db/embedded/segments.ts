import { existsSync } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../platform/folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { tar } from './tar.ts';

/** A segment of the log: timeline, then its number in two parts. Our archive stores them compressed. */
const SEGMENT = /^([0-9A-F]{24})(?:\.gz)?$/;
/** 16 MB, PostgreSQL's default. */
const SEGMENTS_IN_LOG = 256;

interface ArchivedSegment {
  /** PostgreSQL's name for it. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Time of archiving: the segment contains nothing newer. */
  readonly at: Date;
}

/** The segments of an archive, oldest first. */
export async function archivedSegments(folder: string): Promise<readonly ArchivedSegment[]> {
  const files = (await readdir(folder).catch(() => [])).sort();
  const found = files.flatMap((file) => {
    const [, name] = SEGMENT.exec(file) ?? [];
    return name === undefined ? [] : [{ name, path: join(folder, file) }];
  });
  if (found.length === 0) {
    throw new StartError(`No archived segments found in ${folder}.`, 'Use the folder in BERTH_WAL_ARCHIVE.');
  }
  return Promise.all(
    found.map(async ({ name, path }) => {
      const { size, mtime } = await stat(path);
      return { name, path, bytes: size, at: mtime };
    }),
  );
}

/** The start of a backup: the first segment needed to open it, and the time. */
interface BackupStart {
  readonly segment: string;
  readonly time: Date | undefined;
}

/** The segments inside a backup, by the names of its files. */
export function segmentsWithin(files: Iterable<string>): readonly string[] {
  return [...files].flatMap((file) => /^postgres\/pg_wal\/([0-9A-F]{24})$/.exec(file)?.[1] ?? []);
}

/** Reads the start of a backup from PostgreSQL's backup label. */
export async function backupStart(file: string): Promise<BackupStart> {
  const start = startOf(await tar(['-xOf', file, 'postgres/backup_label']).catch(() => ''));
  if (start !== undefined) return start;
  throw new StartError(
    `${file} does not say where in the log of changes it begins.`,
    'Use a file made by `npm run backup`.',
  );
}

export function startOf(label: string): BackupStart | undefined {
  const [, segment] = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label) ?? [];
  const [, time] = /^START TIME: (\S+ \S+) UTC$/m.exec(label) ?? [];
  if (segment === undefined) return undefined;
  return { segment, time: time === undefined ? undefined : new Date(`${time.replace(' ', 'T')}Z`) };
}

/** The first missing segment between the start of a backup and the newest segment of the same timeline. */
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

/** Removes archived segments from before a backup. Those of other timelines stay. */
export async function pruneArchive(folder: string, backup: string): Promise<Pruned> {
  if (!existsSync(backup)) throw new StartError(`File not found: ${backup}.`, 'Use the oldest backup to keep.');
  const { segment: oldest } = await backupStart(backup);
  const timeline = oldest.slice(0, 8);
  const segments = await archivedSegments(folder);
  const older = segments.filter(({ name }) => name.startsWith(timeline) && name < oldest);
  for (const { path } of older) await unlink(path);
  syncFolder(folder);
  return { removed: older.length, bytes: older.reduce((sum, { bytes }) => sum + bytes, 0), oldest };
}
