import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/connection.ts';
import type { DB } from '../../../db/schema.ts';
import { asSystem } from '../../../db/transaction.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { endSessions } from '../account/store-sessions.ts';
import type { EndedSessions } from '../tokens/ended-sessions.ts';
import type { Directory } from './ldap.ts';

/** The longest time that a session outlives the person's directory entry. */
export const DIRECTORY_CHECK_MS = 300_000;

interface Deps {
  readonly db: Database;
  readonly directory: Directory;
  readonly endedSessions: EndedSessions;
  readonly logger: Logger;
}

/**
 * Ends the sessions of people who are no longer in the directory. A directory that does not respond ends no session; the
 * next run asks again. Any number of nodes can run this.
 */
export function startDeprovisioning(deps: Deps, everyMs: number): { stop(): Promise<void> } {
  const { db, directory, endedSessions, logger } = deps;
  const check = async () => {
    const people = await asSystem(db, (tx) => loggedInPeople(tx, directory.name));
    if (people.length === 0) return;
    const left = await directory.missing(people.map(({ subject }) => subject));
    for (const { subject, userId } of people) {
      if (!left.has(subject)) continue;
      endedSessions.announce(await asSystem(db, (tx) => endSessions(tx, userId, { allBut: undefined })));
      logger.info({ userId }, 'The directory no longer knows this person: their sessions ended');
    }
  };
  return startJob('directory.deprovisioning', everyMs, check, logger);
}

async function loggedInPeople(
  db: Kysely<DB>,
  directory: string,
): Promise<{ readonly subject: string; readonly userId: UserId }[]> {
  const { rows } = await sql<{ subject: string; userId: UserId }>`
    SELECT person.subject, person.user_id AS "userId" FROM identity.directory_people person
    WHERE person.directory = ${directory} AND EXISTS (
      SELECT 1 FROM identity.provider_records live
      WHERE live.user_id = person.user_id AND live.session_uid IS NOT NULL)`.execute(db);
  return rows;
}
