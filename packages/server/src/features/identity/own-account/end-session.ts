import { endSession } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import type { IdentityDeps } from '../deps.ts';

/** Signs one of the caller's sessions out. */
export function endSessionRoute({ db, endedSessions }: Pick<IdentityDeps, 'db' | 'endedSessions'>): Route {
  return route(endSession, async ({ params, caller }) => {
    const ended = await asSystem(db, (tx) => endSessions(tx, caller.userId, { only: params.sessionId }));
    if (ended.length === 0) throw new ApiError('not-found', 'No such session.');
    endedSessions.announce(ended);
    return null;
  });
}
