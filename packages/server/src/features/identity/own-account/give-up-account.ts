import { type AccountObstacle, giveUpAccount, readGivingUp } from '@berth/contract/api/account';
import { asSystem } from '../../../db/transaction.ts';
import {
  MEMBER_CHANGED,
  type MemberChanged,
  ORGANIZATION_CHANGED,
  type OrganizationChanged,
} from '../../../gateway/topics.ts';
import { Problem } from '../../../http/problem.ts';
import { type Route, route } from '../../../http/route.ts';
import { accountObstacles, eraseAccount, type LeftOrganization } from '../accounts/give-up-store.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import type { IdentityDeps } from '../deps.ts';
import { confirmPassword } from './confirm-password.ts';

export function readGivingUpRoute({ db }: Pick<IdentityDeps, 'db'>): Route {
  return route(readGivingUp, ({ caller }) => asSystem(db, (tx) => accountObstacles(tx, caller)));
}

type Deps = Pick<IdentityDeps, 'db' | 'bus' | 'hasher' | 'directory' | 'throttle' | 'mails' | 'endedSessions'>;

/** Deletes the caller's account, all at once or not at all; the address hears of it. */
export function giveUpAccountRoute(deps: Deps): Route {
  return route(giveUpAccount, async ({ body, caller, address }) => {
    const account = await confirmPassword(deps, caller, body.password);
    const { userId, email, language } = account;
    const entry = { actor_kind: 'person', actor_id: userId, actor: email, action: giveUpAccount.id, address };
    const { ended, left } = await asSystem(deps.db, async (tx) => {
      const obstacles = await accountObstacles(tx, account);
      if (obstacles.length > 0) throw stillNeeded(obstacles);
      const sessions = await endSessions(tx, userId, { allBut: undefined });
      return { ended: sessions, left: await eraseAccount(tx, account, entry) };
    });
    deps.endedSessions.announce(ended);
    for (const each of left) announce(deps.bus, each, userId);
    deps.mails.post(email, { kind: 'accountGivenUp', language, code: null, link: null, minutes: null });
    return null;
  });
}

function announce(
  bus: IdentityDeps['bus'],
  { organizationId, deleted }: LeftOrganization,
  userId: MemberChanged['userId'],
): void {
  if (deleted) bus.publish(ORGANIZATION_CHANGED, { organizationId } satisfies OrganizationChanged);
  else bus.publish(MEMBER_CHANGED, { organizationId, userId, role: null } satisfies MemberChanged);
}

const WHAT_TO_DO: Readonly<Record<AccountObstacle['reason'], string>> = {
  members: 'has other members: remove them, or ask support to delete the organization',
  machines: 'has machines: remove them',
  billing: 'has billing that you administer or own: ask support to name another administrator or to close it',
};

function stillNeeded(obstacles: readonly AccountObstacle[]): Problem {
  const faults = obstacles.map(({ organizationId, name, reason }) => ({
    path: `/organizations/${organizationId}`,
    rule: reason,
    message: `"${name}" ${WHAT_TO_DO[reason]}.`,
  }));
  return new Problem('account-still-needed', 'Organizations still need your account.', faults);
}
