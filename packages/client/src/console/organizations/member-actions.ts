import { inviteMember, listPendingInvitations, removeMember, withdrawInvitation } from '@berth/contract/api/members';
import { type Member, type Organization, readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { EMAIL } from '@berth/contract/rules/text';
import { call } from '../../data/call.ts';
import { describeError } from '../../data/describe-error.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { currentTexts } from '../../i18n/store.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { inform } from '../dialogs/inform.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';

/** Asks for an address and invites it. The address's form is the server's to judge (spec chapter 5). */
export async function invite(id: OrganizationId): Promise<void> {
  const { t } = currentTexts();
  const email = await prompt({
    title: t('console.invite.title'),
    label: t('console.invite.label'),
    submit: t('console.invite.submit'),
    maxLength: EMAIL.maxLength,
    run: async (address) => {
      try {
        await call(inviteMember, { params: { id }, body: { email: address } });
        return undefined;
      } catch (error) {
        const reason = describeError(error, currentTexts())?.message;
        return `${t('console.invite.failed')}: ${reason ?? ''}`;
      }
    },
  });
  if (email === undefined) return;
  await queryClient.invalidateQueries({ queryKey: queryKey(listPendingInvitations) });
  await inform(t('console.invite.done.title'), t('console.invite.done.message', { email }));
}

/** Takes an invitation back before it is accepted. */
export async function withdraw(id: OrganizationId, email: string): Promise<void> {
  await call(withdrawInvitation, { params: { id }, body: { email } }).catch(showError);
  await queryClient.invalidateQueries({ queryKey: queryKey(listPendingInvitations) });
}

/** Removes a member: from the list at once, then at the server, whose word counts (spec chapter 4). */
export async function remove(id: OrganizationId, member: Member): Promise<void> {
  const { t } = currentTexts();
  const sure = await confirm({
    title: t('console.member.remove.title', { email: member.email }),
    message: t('console.member.remove.message'),
    yes: t('console.member.remove'),
    no: t('common.cancel'),
    danger: true,
  });
  if (!sure) return;
  const key = queryKey(readOrganization, { params: { id } });
  queryClient.setQueryData<Organization>(key, (before) =>
    before ? { ...before, members: before.members.filter(({ email }) => email !== member.email) } : before,
  );
  await call(removeMember, { params: { id }, body: { email: member.email } }).catch(showError);
  await queryClient.invalidateQueries({ queryKey: key });
}
