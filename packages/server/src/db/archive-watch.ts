import { type Kysely, sql } from 'kysely';
import type { Logger } from '../platform/logger.ts';
import type { DB } from './schema.ts';

const CHECK_MS = 30_000;

/** The state of PostgreSQL's log archiving. */
export interface ArchiveState {
  readonly isOn: boolean;
  readonly isFailing: boolean;
  /** Time of the last archived segment; undefined: none yet, or archiving is off. */
  readonly lastArchivedAt: Date | undefined;
}

/** Warns the operator when archiving fails: point-in-time recovery is impossible, and the disk fills up. */
export interface ArchiveWatch {
  /** Queries the database; fails if it does not respond. */
  check(): Promise<ArchiveState>;
  stop(): void;
}

/**
 * Watches the log archiving of the embedded or external database. Logs one line when it fails and one when it recovers.
 */
export function watchArchive(db: Kysely<DB>, logger: Logger, everyMs = CHECK_MS): ArchiveWatch {
  let wasFailing = false;
  const check = async (): Promise<ArchiveState> => {
    const { rows } = await sql<{ on: boolean; failing: boolean; last: string | null }>`
      select current_setting('archive_mode') <> 'off' as "on",
        current_setting('archive_mode') <> 'off'
          and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
        extract(epoch from last_archived_time)::text as last
      from pg_stat_archiver`.execute(db);
    const { on: isOn = false, failing = false, last = null } = rows[0] ?? {};
    const lastArchivedAt = last === null ? undefined : new Date(Number(last) * 1_000);
    if (failing && !wasFailing) {
      const since = lastArchivedAt?.toISOString() ?? 'the start';
      logger.error({ since }, 'Archiving the database log fails: check postgres.log and the free space of the archive');
    }
    if (wasFailing && !failing) logger.warn('Archiving the database log works again');
    wasFailing = failing;
    return { isOn, isFailing: failing, lastArchivedAt };
  };
  const timer = setInterval(() => void check().catch(() => undefined), everyMs);
  timer.unref();
  return { check, stop: () => clearInterval(timer) };
}
