import { acceptInvitation, declineInvitation, listMyInvitations } from '@berth/contract/api/members';
import { route } from '../../../http/route.ts';
import { noInvitation } from './errors.ts';
import { presentInvitation } from './present.ts';
import * as store from './store-invitations.ts';

export const listMyInvitationsRoute = route(listMyInvitations, async ({ caller, tx }) => {
  const rows = await store.listOwnInvitations(tx, caller.email);
  return { data: rows.map(presentInvitation) };
});

export const acceptInvitationRoute = route(acceptInvitation, async ({ params, caller, tx }) => {
  if (!(await store.acceptInvitation(tx, params.id, caller.email))) throw noInvitation();
  return { data: { id: params.id } };
});

export const declineInvitationRoute = route(declineInvitation, async ({ params, caller, tx }) => {
  if (!(await store.declineInvitation(tx, params.id, caller.email))) throw noInvitation();
  return null;
});
