import { changeRole } from '@berth/contract/api/members';
import { MEMBER_CHANGED, type MemberChanged } from '../../../gateway/topics.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MemberDeps } from './deps.ts';
import { noSuchMember, ownerStays } from './errors.ts';
import { presentUser } from './present.ts';
import { advanceOrganization, lockMember, setRole } from './store.ts';

export function changeRoleRoute({ bus }: MemberDeps): Route {
  return route(changeRole, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { role } = body;
    const member = await lockMember(tx, organizationId, body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerStays();
    if (member.role !== role) {
      await setRole(tx, organizationId, member.user_id, role);
      await advanceOrganization(tx, organizationId);
      const news: MemberChanged = { organizationId, userId: member.user_id, role };
      afterCommit(() => bus.publish(MEMBER_CHANGED, news));
    }
    audit({ before: { email: member.email, role: member.role }, after: { email: member.email, role } });
    return presentUser({ ...member, role });
  });
}
