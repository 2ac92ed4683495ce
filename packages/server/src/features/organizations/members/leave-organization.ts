import { leaveByGet, leaveOrganization } from '@berth/contract/api/members';
import { type Route, route } from '../../../http/route.ts';
import type { MemberDeps } from './deps.ts';
import { endMembership } from './end-membership.ts';

export function leaveRoutes({ bus }: MemberDeps): Route[] {
  return [leaveOrganization, leaveByGet].map((endpoint) =>
    route(endpoint, async (call) => {
      await endMembership(bus, call, call.caller.userId);
      return null;
    }),
  );
}
