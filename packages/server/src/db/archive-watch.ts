import { type Kysely, sql } from 'kysely';
import type { Logger } from '../platform/logger.ts';
import type { DB } from './schema.ts';

const CHECK_MS = 30_000;

/** What PostgreSQL says of archiving its log of changes. */
export interface ArchiveState {
  readonly isFailing: boolean;
  /** When a segment was archived last; undefined: never, or nothing is archived. */
  readonly lastArchivedAt: Date | undefined;
}

/** Warns the operator that archiving fails: no point in time could be restored, and the disk fills. */
export interface ArchiveWatch {
  /** Queries the database; fails if it does not respond. */
  check(): Promise<ArchiveState>;
  stop(): void;
}

/** Watches archiving, of the embedded database or of one's own; one line is logged as it fails and one as it works again. */
export function watchArchive(db: Kysely<DB>, logger: Logger, everyMs = CHECK_MS): ArchiveWatch {
  let wasFailing = false;
  const check = async (): Promise<ArchiveState> => {
    const { rows } = await sql<{ failing: boolean; last: string | null }>`
      select current_setting('archive_mode') <> 'off'
          and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
        extract(epoch from last_archived_time)::text as last
      from pg_stat_archiver`.execute(db);
    const { failing = false, last = null } = rows[0] ?? {};
    const lastArchivedAt = last === null ? undefined : new Date(Number(last) * 1_000);
    if (failing && !wasFailing) {
      const since = lastArchivedAt?.toISOString() ?? 'the start';
      logger.error({ since }, 'The log of changes is not archived: see postgres.log, and whether the archive has room');
    }
    if (wasFailing && !failing) logger.warn('The log of changes is archived again');
    wasFailing = failing;
    return { isFailing: failing, lastArchivedAt };
  };
  const timer = setInterval(() => void check().catch(() => undefined), everyMs);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}
