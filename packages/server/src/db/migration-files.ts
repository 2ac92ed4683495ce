import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A numbered migration: migrations/NNNN-name.sql, or a folder NNNN-name whose order.txt lists its files. A folder with
 * replaces.txt is a baseline, which replaces the migrations listed there.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly parts: readonly MigrationPart[];
  readonly checksum: string;
  readonly replaces: Replaced | undefined;
}

/** One file of a migration. */
export interface MigrationPart {
  /** Its path below `migrations`, without extension. */
  readonly label: string;
  readonly sql: string;
}

/** The migrations that a baseline replaces. */
export interface Replaced {
  /** The last version of Berth with these migrations. */
  readonly version: string;
  readonly migrations: readonly AppliedMigration[];
  /** Earlier migrations, which a database may have as well. */
  readonly optional: readonly AppliedMigration[];
}

/** An applied migration, as recorded in the database. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The name of a migration in messages: 0001-name. */
export function migrationLabel({ number, name }: { readonly number: number; readonly name: string }): string {
  return `${String(number).padStart(4, '0')}-${name}`;
}

/** Reads the migrations in order. Throws on an invalid name or a duplicate number. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const label = entry.isDirectory() ? entry.name : entry.name.replace(/\.sql$/, '');
      const path = join(folder, entry.name);
      const [number, name] = numberAndName(label);
      if (!number || (!entry.isDirectory() && label === entry.name)) {
        throw new Error(`${entry.name} is no migration: its name must be like 0001-name.sql`);
      }
      const parts = entry.isDirectory() ? readParts(path, label) : [{ label, sql: readFileSync(path, 'utf8') }];
      const hash = createHash('sha256');
      for (const { sql } of parts) hash.update(sql);
      const replaces = entry.isDirectory() ? readReplaced(path) : undefined;
      return { number, name, parts, checksum: hash.digest('hex'), replaces };
    });
  const twice = migrations.find(({ number }, index) => migrations[index - 1]?.number === number);
  if (twice) throw new Error(`Two migrations have the number ${twice.number}`);
  return migrations;
}

function numberAndName(label: string): [number: number, name: string] {
  const [, number, name] = /^(\d{4})-([a-z0-9-]+)$/.exec(label) ?? [];
  return [Number(number ?? 0), name ?? ''];
}

/** The files of a folder in the order of its order.txt. Throws unless both list the same files. */
function readParts(folder: string, label: string): MigrationPart[] {
  const listed = linesOf(join(folder, 'order.txt'));
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  const stray = there.find((file) => !listed.includes(file));
  if (stray !== undefined) throw new Error(`${label}/order.txt does not list ${stray}`);
  return listed.map((file) => ({
    label: `${label}/${file.replace(/\.sql$/, '')}`,
    sql: readFileSync(join(folder, file), 'utf8'),
  }));
}

/** Parses replaces.txt: the version, then a line per migration with its checksum; after "optional:", those not required. */
function readReplaced(folder: string): Replaced | undefined {
  const file = join(folder, 'replaces.txt');
  if (!existsSync(file)) return undefined;
  const [version = '', ...lines] = linesOf(file);
  const listed = lines.map((line) => {
    const [label = '', checksum = ''] = line.split(' ');
    const [number, name] = numberAndName(label);
    return { number, name, checksum };
  });
  const end = lines.includes('optional:') ? lines.indexOf('optional:') : lines.length;
  return { version, migrations: listed.slice(0, end), optional: listed.slice(end + 1) };
}

function linesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
}
