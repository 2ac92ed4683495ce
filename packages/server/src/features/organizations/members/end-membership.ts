import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Tx } from '../../../db/connection.ts';
import { MEMBER_CHANGED, type MemberChanged } from '../../../gateway/topics.ts';
import type { Bus } from '../../../platform/bus.ts';
import { advanceOrganization, deleteMember } from './store.ts';

/**
 * Ends a membership with all that hangs on it. Calls ask for the membership each time, so that tokens are worth nothing
 * here from now on; who has something open hears of it over the bus.
 */
export async function endMembership(
  bus: Bus,
  call: { readonly tx: Tx; readonly organizationId: OrganizationId; afterCommit(run: () => void): void },
  userId: UserId,
): Promise<void> {
  const { tx, organizationId } = call;
  await deleteMember(tx, organizationId, userId);
  await advanceOrganization(tx, organizationId);
  const news: MemberChanged = { organizationId, userId, role: null };
  call.afterCommit(() => bus.publish(MEMBER_CHANGED, news));
}
