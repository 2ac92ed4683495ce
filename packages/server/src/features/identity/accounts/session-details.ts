import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';

/** What a person recognizes one of their sessions by. */
export interface SessionDetails {
  readonly session_uid: string;
  readonly client_id: string;
  readonly user_agent: string;
  readonly address: string;
  readonly signed_in_at: string;
  readonly last_seen_at: string;
}

const USER_AGENT_MAX = 300;

/** Notes where a session is used; called whenever it hands out a code. */
export async function noteSession(
  db: Kysely<DB>,
  session: {
    readonly sessionUid: string;
    readonly userId: string;
    readonly clientId: string;
    readonly userAgent: string;
    readonly address: string;
  },
): Promise<void> {
  const userAgent = session.userAgent.slice(0, USER_AGENT_MAX);
  await sql`
    INSERT INTO identity.session_details (session_uid, user_id, client_id, user_agent, address)
    VALUES (${session.sessionUid}, ${session.userId}, ${session.clientId}, ${userAgent}, ${session.address})
    ON CONFLICT (session_uid) DO UPDATE SET
      user_agent = excluded.user_agent, address = excluded.address, last_seen_at = now()`.execute(db);
}

/** Notes that a session's tokens were renewed; once a minute is exact enough. */
export async function touchSession(db: Kysely<DB>, sessionUid: string): Promise<void> {
  await sql`
    UPDATE identity.session_details SET last_seen_at = now()
    WHERE session_uid = ${sessionUid} AND last_seen_at < now() - interval '1 minute'`.execute(db);
}

/** A person's sessions that still live, the latest used first. */
export async function sessionsOf(db: Kysely<DB>, userId: UserId): Promise<SessionDetails[]> {
  const { rows } = await sql<SessionDetails>`
    SELECT session_uid, client_id, user_agent, address, signed_in_at, last_seen_at
    FROM identity.session_details details
    WHERE user_id = ${userId} AND EXISTS (
      SELECT 1 FROM identity.provider_records live
      WHERE live.model = 'Session' AND live.session_uid = details.session_uid
        AND live.user_id = details.user_id AND live.expires_at > now())
    ORDER BY last_seen_at DESC, session_uid`.execute(db);
  return rows;
}
