import { removeMember } from '@berth/contract/api/members';
import { type Route, route } from '../../../http/route.ts';
import type { MemberDeps } from './deps.ts';
import { endMembership } from './end-membership.ts';
import { noSuchMember, ownerStays } from './errors.ts';
import { lockMember } from './store.ts';

export function removeMemberRoute({ bus }: MemberDeps): Route {
  return route(removeMember, async (call) => {
    const member = await lockMember(call.tx, call.organizationId, call.body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerStays();
    await endMembership(bus, call, member.user_id);
    return null;
  });
}
