import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One numbered step of the schema: migrations/NNNN-name.sql. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Reads the migrations in their order; a file that does not fit the pattern, or a number given twice, is an error. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .sort()
    .map((file) => {
      const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
      if (!number || !name) throw new Error(`${file} is no migration: its name must be like 0001-name.sql`);
      const sql = readFileSync(join(folder, file), 'utf8');
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
  const twice = migrations.find(({ number }, index) => migrations[index - 1]?.number === number);
  if (twice) throw new Error(`There are two migrations with the number ${twice.number}`);
  return migrations;
}

/** What the database says was applied. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** What stands between the files and the database; the first kind found counts. */
export type MigrationPlan =
  | { readonly kind: 'run'; readonly pending: readonly Migration[] }
  | { readonly kind: 'newer'; readonly applied: AppliedMigration }
  | { readonly kind: 'changed'; readonly applied: AppliedMigration }
  | { readonly kind: 'late'; readonly pending: Migration };

/**
 * Decides what to run. Nothing runs on a database that is ahead of these files, whose history differs from them, or
 * where a file would run after one with a higher number: such a schema would be like no other.
 */
export function planMigrations(files: readonly Migration[], applied: readonly AppliedMigration[]): MigrationPlan {
  const known = new Map(files.map((each) => [each.number, each]));
  const last = Math.max(0, ...files.map(({ number }) => number));
  const newer = applied.find(({ number }) => number > last);
  if (newer) return { kind: 'newer', applied: newer };
  const changed = applied.find(({ number, checksum }) => known.get(number)?.checksum !== checksum);
  if (changed) return { kind: 'changed', applied: changed };
  const done = new Set(applied.map(({ number }) => number));
  const pending = files.filter(({ number }) => !done.has(number));
  const late = pending.find(({ number }) => applied.some((each) => each.number > number));
  return late ? { kind: 'late', pending: late } : { kind: 'run', pending };
}
