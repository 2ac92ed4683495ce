import { listUsers } from '@berth/contract/api/members';
import { route } from '../../../http/route.ts';
import { presentUser } from './present.ts';
import { listMembers } from './store.ts';

export const listUsersRoute = route(listUsers, async ({ tx, organizationId }) => {
  const rows = await listMembers(tx, organizationId);
  return rows.map(presentUser);
});
