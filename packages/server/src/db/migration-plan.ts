import type { AppliedMigration, Migration, Replaced } from './migration-files.ts';

/** What to do with a database; the first matching kind wins. */
export type MigrationPlan =
  /** `adopted` are baselines whose schema exists already: they are only recorded. */
  | { readonly kind: 'run'; readonly adopted: readonly Migration[]; readonly pending: readonly Migration[] }
  | { readonly kind: 'newer'; readonly applied: AppliedMigration }
  | { readonly kind: 'unfinished'; readonly applied: AppliedMigration; readonly replaced: Replaced }
  | { readonly kind: 'changed'; readonly applied: AppliedMigration }
  | { readonly kind: 'late'; readonly pending: Migration };

/**
 * Decides what to run. Nothing runs on a database that is newer than these files, whose history differs, or where a
 * file would run after one with a higher number. A database with all migrations that a baseline replaces has its
 * schema; one with only some requires the version that has the others.
 */
export function planMigrations(files: readonly Migration[], applied: readonly AppliedMigration[]): MigrationPlan {
  const known = new Map(files.map((each) => [each.number, each]));
  const last = Math.max(0, ...files.map(({ number }) => number));
  const newer = applied.find(({ number }) => number > last);
  if (newer) return { kind: 'newer', applied: newer };

  const done = new Map(applied.map((each) => [each.number, each]));
  const former = new Map(
    files.flatMap(({ replaces }) => (replaces ? listedIn(replaces) : [])).map((each) => [each.number, each]),
  );
  const changed = applied.find(
    ({ number, checksum }) => (known.get(number) ?? former.get(number))?.checksum !== checksum,
  );
  if (changed) return { kind: 'changed', applied: changed };

  const adopted: Migration[] = [];
  for (const file of files) {
    if (!file.replaces || done.has(file.number)) continue;
    const newest = listedIn(file.replaces).findLast(({ number }) => done.has(number));
    if (!newest) continue;
    if (!file.replaces.migrations.every(({ number }) => done.has(number))) {
      return { kind: 'unfinished', applied: newest, replaced: file.replaces };
    }
    adopted.push(file);
  }
  const pending = files.filter((file) => !done.has(file.number) && !adopted.includes(file));
  const late = pending.find(({ number }) => applied.some((each) => each.number > number));
  return late ? { kind: 'late', pending: late } : { kind: 'run', adopted, pending };
}

/** All migrations that a replaced database can have, in order. */
function listedIn({ optional, migrations }: Replaced): readonly AppliedMigration[] {
  return [...optional, ...migrations];
}
