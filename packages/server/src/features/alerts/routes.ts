import { changeAlerts, readAlerts } from '@berth/contract/api/members';
import { alertsOf, alertTopicsOf } from '@berth/contract/rules/alerts';
import { ApiError } from '../../http/api-error.ts';
import { type Caller, type Route, route } from '../../http/route.ts';
import { findChosen, saveChosen } from './store.ts';

/** A member's choice of emails. */
export const alertRoutes: readonly Route[] = [
  route(readAlerts, async ({ tx, organizationId, caller, role }) => {
    refuseKey(caller);
    return { topics: alertsOf(role, await findChosen(tx, organizationId, caller.userId)) };
  }),
  route(changeAlerts, async ({ body, tx, organizationId, caller, role, audit }) => {
    refuseKey(caller);
    const allowed = alertTopicsOf(role);
    const refused = body.topics.filter((topic) => !allowed.includes(topic));
    if (refused.length > 0) {
      throw new ApiError(
        'forbidden',
        `Your role in this organization (${role}) has no emails about ${refused.join(', ')}.`,
      );
    }
    const before = { topics: alertsOf(role, await findChosen(tx, organizationId, caller.userId)) };
    await saveChosen(tx, organizationId, caller.userId, body.topics);
    const after = { topics: alertsOf(role, body.topics) };
    audit({ before, after });
    return after;
  }),
];

/** Emails go to a person, who may not know what a key does. */
function refuseKey({ apiKey }: Caller): void {
  if (apiKey) throw new ApiError('forbidden', 'API keys cannot read or choose the emails of a person.');
}
