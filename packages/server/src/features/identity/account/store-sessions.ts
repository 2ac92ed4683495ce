import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';

interface SessionUid {
  readonly session_uid: string;
}

/** Selects which of a person's sessions end. */
type Ending = { readonly only: string } | { readonly allBut: string | undefined };

/**
 * Ends sessions of a person with their grants and tokens; returns the sessions' public IDs. The IDs are kept until the
 * sessions' access tokens have expired, so that these are rejected. If more than one may end, begun logins end, too:
 * each could still become a session.
 */
export async function endSessions(db: Kysely<DB>, userId: UserId, ending: Ending): Promise<string[]> {
  const chosen =
    'only' in ending
      ? sql`session_uid = ${ending.only}`
      : ending.allBut === undefined
        ? sql`(session_uid IS NOT NULL OR model = 'Interaction')`
        : sql`(session_uid <> ${ending.allBut} OR model = 'Interaction')`;
  const { rows } = await sql<SessionUid>`
    WITH gone AS (
      DELETE FROM identity.provider_records WHERE user_id = ${userId} AND ${chosen}
      RETURNING model, session_uid, grant_id
    ), grants AS (
      DELETE FROM identity.provider_records
      WHERE model = 'Grant' AND id_hash IN (SELECT sha256(convert_to(grant_id, 'UTF8')) FROM gone)
    )
    SELECT session_uid FROM gone WHERE model = 'Session' AND session_uid IS NOT NULL`.execute(db);
  const uids = rows.map((row) => row.session_uid);
  await recordEnded(db, uids);
  return uids;
}

/** Records ended sessions. */
export async function recordEnded(db: Kysely<DB>, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await sql`
    INSERT INTO identity.ended_sessions (session_uid) SELECT unnest(${uids}::text[])
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Ends everything issued for a grant, and records the grant for access tokens that have not expired. */
export async function recordRevoked(db: Kysely<DB>, grantId: string): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM identity.provider_records
      WHERE grant_id = ${grantId} OR (model = 'Grant' AND id_hash = sha256(convert_to(${grantId}, 'UTF8')))
    )
    INSERT INTO identity.revoked_grants (grant_id) VALUES (${grantId}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Lists sessions and grants that ended so recently that their access tokens may not have expired. */
export async function endedSince(db: Kysely<DB>, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT session_uid AS name FROM identity.ended_sessions
    WHERE ended_at > now() - make_interval(secs => ${seconds})
    UNION ALL SELECT grant_id FROM identity.revoked_grants
    WHERE revoked_at > now() - make_interval(secs => ${seconds})`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deletes expired records, sign-ups, counters, and links. */
export async function deleteExpired(db: Kysely<DB>, accessTokenS: number): Promise<void> {
  await sql`DELETE FROM identity.provider_records WHERE expires_at < now() - interval '1 minute'`.execute(db);
  await sql`DELETE FROM identity.sign_ups WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM identity.password_resets WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM identity.attempts WHERE ends_at < now()`.execute(db);
  await sql`DELETE FROM identity.passkey_challenges WHERE expires_at < now()`.execute(db);
  await sql`
    DELETE FROM identity.ended_sessions
    WHERE ended_at < now() - make_interval(secs => ${2 * accessTokenS})`.execute(db);
  await sql`
    DELETE FROM identity.revoked_grants
    WHERE revoked_at < now() - make_interval(secs => ${2 * accessTokenS})`.execute(db);
  await sql`
    DELETE FROM identity.session_details details WHERE NOT EXISTS (
      SELECT 1 FROM identity.provider_records live
      WHERE live.model = 'Session' AND live.session_uid = details.session_uid)`.execute(db);
}

/** The details by which a person recognizes a session. */
export interface SessionDetails {
  readonly session_uid: string;
  readonly client_id: string;
  readonly user_agent: string;
  readonly address: string;
  readonly signed_in_at: string;
  readonly last_seen_at: string;
}

const USER_AGENT_MAX = 300;

/** Records where a session is used; called for each authorization code. */
export async function recordSession(
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

/** Records that a session's tokens were renewed, at most once a minute. */
export async function touchSession(db: Kysely<DB>, sessionUid: string): Promise<void> {
  await sql`
    UPDATE identity.session_details SET last_seen_at = now()
    WHERE session_uid = ${sessionUid} AND last_seen_at < now() - interval '1 minute'`.execute(db);
}

/** Lists a person's active sessions, last used first. */
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
