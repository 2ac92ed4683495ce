import { withdrawInvitation } from '@berth/contract/api/members';
import { normalizeEmail } from '@berth/contract/rules/text';
import { route } from '../../../http/route.ts';
import { noInvitation } from './errors.ts';
import { deleteInvitation } from './store-invitations.ts';

export const withdrawInvitationRoute = route(withdrawInvitation, async ({ body, tx, organizationId }) => {
  if (!(await deleteInvitation(tx, organizationId, normalizeEmail(body.email)))) throw noInvitation();
  return null;
});
