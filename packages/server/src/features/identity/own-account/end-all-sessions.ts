import { endAllSessions } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { type Route, route } from '../../../http/route.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import type { IdentityDeps } from '../deps.ts';

/** Signs the caller out everywhere, or everywhere but here. */
export function endAllSessionsRoute({ db, endedSessions }: Pick<IdentityDeps, 'db' | 'endedSessions'>): Route {
  return route(endAllSessions, async ({ body, caller }) => {
    const allBut = body.keepCurrent ? caller.sessionId : undefined;
    const ended = await asSystem(db, (tx) => endSessions(tx, caller.userId, { allBut }));
    endedSessions.announce(ended);
    return { ended: ended.length };
  });
}
