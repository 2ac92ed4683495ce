import { listSessions } from '@berth/contract/api/account';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { type SessionDetails, sessionsOf } from '../accounts/session-details.ts';
import type { IdentityDeps } from '../deps.ts';
import { MACHINE_CLIENT_ID } from '../provider/clients.ts';

/** Where the caller is signed in. */
export function listSessionsRoute({ db }: Pick<IdentityDeps, 'db'>): Route {
  return route(listSessions, async ({ caller }) => {
    const sessions = await asSystem(db, (tx) => sessionsOf(tx, caller.userId));
    return sessions.map((session) => present(session, caller.sessionId));
  });
}

function present(session: SessionDetails, current: string | undefined): ReplyOf<typeof listSessions>[number] {
  return {
    id: session.session_uid,
    current: session.session_uid === current,
    client: session.client_id === MACHINE_CLIENT_ID ? 'machine' : 'console',
    userAgent: session.user_agent,
    address: session.address,
    signedInAt: session.signed_in_at,
    lastSeenAt: session.last_seen_at,
  };
}
