import { changeRole } from '@berth/contract/api/members';
import { route } from '../../../http/route.ts';
import { presentUser } from './present.ts';
import { noSuchMember, ownerStays } from './problems.ts';
import { advanceOrganization, lockMember, setRole } from './store.ts';

export const changeRoleRoute = route(changeRole, async ({ body, tx, organizationId }) => {
  const member = await lockMember(tx, organizationId, body.email);
  if (!member) throw noSuchMember();
  if (member.role === 'owner') throw ownerStays();
  if (member.role !== body.role) {
    await setRole(tx, organizationId, member.user_id, body.role);
    await advanceOrganization(tx, organizationId);
  }
  return presentUser({ ...member, role: body.role });
});
