import {
  type AccountObstacle,
  deleteAccount,
  readDeletionObstacles,
  sendDeletionCode,
} from '@berth/contract/api/account';
import type { BodyOf } from '@berth/contract/api/endpoint';
import { asSystem } from '../../../db/transaction.ts';
import {
  MEMBER_CHANGED,
  type MemberChanged,
  ORGANIZATION_CHANGED,
  type OrganizationChanged,
} from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Caller, type Route, route } from '../../../http/route.ts';
import type { IdentityDeps } from '../deps.ts';
import { ALLOWANCES } from '../login/throttle.ts';
import { confirmPassword } from '../passwords/check-password.ts';
import { hashWithKey } from '../tokens/secrets.ts';
import { type Account, accountById, accountObstacles, eraseAccount, type LeftOrganization } from './store.ts';
import { endSessions } from './store-sessions.ts';

export function readDeletionObstaclesRoute({ db }: Pick<IdentityDeps, 'db'>): Route {
  return route(readDeletionObstacles, ({ caller }) => asSystem(db, (tx) => accountObstacles(tx, caller)));
}

const CODE_MINUTES = 15;

type CodeDeps = Pick<IdentityDeps, 'db' | 'throttle' | 'mails' | 'codeKey' | 'clock'>;

/** Mails the code that replaces the password for accounts of another provider. */
export function sendDeletionCodeRoute(deps: CodeDeps): Route {
  return route(sendDeletionCode, async ({ body: { language }, caller }) => {
    if (await asSystem(deps.db, (tx) => accountById(tx, caller.userId))) {
      throw new ApiError('not-found', 'This account has a password. Confirm with your password.');
    }
    await deps.throttle.take(ALLOWANCES.deletionMail, caller.userId);
    const [code = null] = codesNow(deps, caller);
    await deps.mails.post(caller.email, { kind: 'deletionCode', language, code, link: null, minutes: CODE_MINUTES });
    return null;
  });
}

/**
 * The codes of the current and the previous period, so that each is valid for at least its minutes. They are derived
 * from the key, not stored.
 */
function codesNow({ codeKey, clock }: Pick<CodeDeps, 'codeKey' | 'clock'>, { userId }: Caller): string[] {
  const period = Math.floor(clock.now() / (CODE_MINUTES * 60_000));
  return [period, period - 1].map((each) => {
    const hash = hashWithKey(codeKey, `delete account ${each}`, userId);
    return String(hash.readUInt32BE() % 1_000_000).padStart(6, '0');
  });
}

type Deps = CodeDeps & Pick<IdentityDeps, 'bus' | 'hasher' | 'directory' | 'endedSessions'>;
type Confirmation = BodyOf<typeof deleteAccount>;
/** The person who deletes an account, possibly of another provider. */
type Leaver = Pick<Account, 'userId' | 'email' | 'language'>;

/** Verifies the person by password or, for accounts of another provider, by the mailed code. */
async function confirmPresence(
  deps: Deps,
  caller: Caller,
  { password, code, language }: Confirmation,
): Promise<Leaver> {
  const isOurs = (await asSystem(deps.db, (tx) => accountById(tx, caller.userId))) !== undefined;
  if (isOurs) return confirmPassword(deps, caller, password ?? '');
  await deps.throttle.take(ALLOWANCES.confirmPassword, caller.userId);
  if (code === undefined || !codesNow(deps, caller).includes(code)) {
    throw new ApiError('invalid-code', 'The code is wrong or has expired.');
  }
  return { userId: caller.userId, email: caller.email, language: language ?? 'eng' };
}

/** Deletes the caller's account in one transaction and notifies the address. */
export function deleteAccountRoute(deps: Deps): Route {
  return route(deleteAccount, async ({ body, caller, address }) => {
    const account = await confirmPresence(deps, caller, body);
    const { userId, email, language } = account;
    const entry = { actor_kind: 'person', actor_id: userId, actor: email, action: deleteAccount.id, address };
    const { ended, left } = await asSystem(deps.db, async (tx) => {
      const obstacles = await accountObstacles(tx, account);
      if (obstacles.length > 0) throw stillNeeded(obstacles);
      const sessions = await endSessions(tx, userId, { allBut: undefined });
      await deps.mails.add(tx, email, { kind: 'accountDeleted', language, code: null, link: null, minutes: null });
      return { ended: sessions, left: await eraseAccount(tx, account, entry) };
    });
    deps.endedSessions.announce(ended);
    for (const each of left) announce(deps.bus, each, userId);
    deps.mails.send();
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
  members: 'has other members. Remove them, or ask support to delete the organization',
  machines: 'has machines. Remove them',
  billing: 'has billing that you administer. Ask support to appoint another administrator or to close it',
};

function stillNeeded(obstacles: readonly AccountObstacle[]): ApiError {
  const faults = obstacles.map(({ organizationId, name, reason }) => ({
    path: `/organizations/${organizationId}`,
    rule: reason,
    message: `"${name}" ${WHAT_TO_DO[reason]}.`,
  }));
  return new ApiError('account-still-needed', 'Organizations still need your account.', faults);
}
