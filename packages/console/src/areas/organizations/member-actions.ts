import {
  changeRole,
  inviteMember,
  leaveOrganization,
  listPendingInvitations,
  removeMember,
  withdrawInvitation,
} from '@berth/contract/api/members';
import { type Member, type Organization, readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import type { GivenRole } from '@berth/contract/rules/permissions';
import { call } from '@berth/web/data/call.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient, queryKey, reload } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { inform } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { offerUndo } from '../parts/undo.ts';
import { askWhomToInvite, type Invited } from './invite-dialog.tsx';
import { organizationsQuery } from './queries.ts';

/** Asks whom to invite and sends the invitation. The server checks the address's form (spec chapter 5). */
export async function invite(id: OrganizationId): Promise<void> {
  const invited = await askWhomToInvite((body) => call(inviteMember, { params: { id }, body }));
  if (invited === undefined) return;
  await reload(listPendingInvitations);
  await inform(({ t }) => ({
    title: t('console.invite.done.title'),
    message: t('console.invite.done.message', { email: invited.email }),
  }));
}

/** Sends the mail of an invitation again. */
export async function remind(id: OrganizationId, { email, role }: Invited): Promise<void> {
  try {
    await call(inviteMember, { params: { id }, body: { email, role } });
    toast(({ t }) => t('members.remind.done', { email }));
  } catch (error) {
    await showError(error);
  }
  await reload(listPendingInvitations);
}

/** Withdraws an invitation before it is accepted. */
export async function withdraw(id: OrganizationId, email: string): Promise<void> {
  try {
    await call(withdrawInvitation, { params: { id }, body: { email } });
    toast(({ t }) => t('console.pending.withdrawn', { email }));
  } catch (error) {
    await showError(error);
  }
  await reload(listPendingInvitations);
}

/**
 * Removes a member: from the list right away, then on the server, which decides (spec chapter 4). A refusal is logged
 * (spec chapter 8) and shown, because the member reappears in the list.
 */
export async function remove(id: OrganizationId, member: Member): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('console.member.remove.title', { email: member.email }),
    message: t('console.member.remove.message'),
    yes: t('console.member.remove'),
    danger: true,
  }));
  if (!sure) return;
  await optimistically(
    id,
    (members) => members.filter(({ email }) => email !== member.email),
    () => call(removeMember, { params: { id }, body: { email: member.email } }),
  );
}

/** Changes a member's role. */
export async function setRole(id: OrganizationId, { email, role: before }: Member, role: GivenRole): Promise<void> {
  const done = await optimistically(
    id,
    (members) => members.map((each) => (each.email === email ? { ...each, role } : each)),
    () => call(changeRole, { params: { id }, body: { email, role } }),
  );
  if (!done) return;
  const change = { action: changeRole.id, targetId: id, before: { email, role: before }, after: { email, role } };
  offerUndo(({ t }) => t('members.role.done', { email }), change);
}

/** Ends the user's own membership. */
export async function leave(organization: Organization): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('members.leave.title', { name: organization.name }),
    message: t('members.leave.message'),
    yes: t('members.leave'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(leaveOrganization, { params: { id: organization.id } });
    activateOrganization(null);
    goTo(paths.organizationSelect());
    toast(({ t }) => t('members.leave.done', { name: organization.name }));
  } catch (error) {
    console.error(error);
    await showError(error);
  }
  await queryClient.invalidateQueries(organizationsQuery);
}

async function optimistically(
  id: OrganizationId,
  change: (members: Organization['members']) => Organization['members'],
  send: () => Promise<unknown>,
): Promise<boolean> {
  const key = queryKey(readOrganization, { params: { id } });
  await queryClient.cancelQueries({ queryKey: key });
  const known = queryClient.getQueryData<Organization>(key);
  queryClient.setQueryData<Organization>(key, (before) =>
    before ? { ...before, members: change(before.members) } : before,
  );
  let isDone = false;
  try {
    await send();
    isDone = true;
  } catch (error) {
    console.error(error);
    // Reloading may fail as well, or wait for the server: until then restore the known list.
    queryClient.setQueryData(key, known);
    await showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: key });
  await queryClient.invalidateQueries(organizationsQuery);
  return isDone;
}
