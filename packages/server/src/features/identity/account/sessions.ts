import { endAllSessions, endSession, listSessions } from '@berth/contract/api/account';
import type { ReplyOf } from '@berth/contract/api/endpoint';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { MACHINE_CLIENT_ID } from '../provider/clients.ts';
import { endSessions, type SessionDetails, sessionsOf } from './store-sessions.ts';

/** Lists the caller's sessions. */
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

/** Ends one of the caller's sessions. */
export function endSessionRoute({ db, endedSessions }: Pick<IdentityDeps, 'db' | 'endedSessions'>): Route {
  return route(endSession, async ({ params, caller }) => {
    const ended = await asSystem(db, (tx) => endSessions(tx, caller.userId, { only: params.sessionId }));
    if (ended.length === 0) throw new ApiError('not-found', 'Session not found.');
    endedSessions.announce(ended);
    return null;
  });
}

/** Ends all of the caller's sessions, optionally except the current one. */
export function endAllSessionsRoute({ db, endedSessions }: Pick<IdentityDeps, 'db' | 'endedSessions'>): Route {
  return route(endAllSessions, async ({ body, caller }) => {
    const allBut = body.keepCurrent ? caller.sessionId : undefined;
    const ended = await asSystem(db, (tx) => endSessions(tx, caller.userId, { allBut }));
    endedSessions.announce(ended);
    return { ended: ended.length };
  });
}
