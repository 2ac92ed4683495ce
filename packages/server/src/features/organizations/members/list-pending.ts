import { listPendingInvitations } from '@berth/contract/api/members';
import { route } from '../../../http/route.ts';
import { presentPending } from './present.ts';
import { listInvitations } from './store-invitations.ts';

export const listPendingRoute = route(listPendingInvitations, async ({ tx, organizationId }) => {
  const rows = await listInvitations(tx, organizationId);
  return { data: rows.map(presentPending) };
});
