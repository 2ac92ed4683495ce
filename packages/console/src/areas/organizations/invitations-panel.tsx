import { acceptInvitation, declineInvitation, type Invitation } from '@berth/contract/api/members';
import { call } from '@berth/web/data/call.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { inform } from '../dialogs/inform.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { personName } from '../parts/person-name.ts';
import rows from '../parts/simple-table.module.css';
import { toast } from '../parts/toast.ts';
import type { OrganizationLists } from './organization-state.ts';
import { chooseOrganization, invitationsQuery, organizationsQuery } from './queries.ts';

/** Invitations awaiting the user's answer; empty without any (spec chapter 2, pending invitations). */
export function InvitationsPanel({ invitations }: Pick<OrganizationLists, 'invitations'>): ReactNode {
  const { t } = useTexts();
  const { data, state, error } = invitations;
  if (state === 'ERROR') {
    return (
      <Notice
        tone="warn"
        action={
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void queryClient.invalidateQueries(invitationsQuery)}
          >
            {t('common.retry')}
          </Button>
        }
      >
        {t('console.invitations.unknown')} {error}
      </Notice>
    );
  }
  if (state !== 'LOADED') return null;
  return (
    <Panel title={t('console.invitations.title')} flush>
      <ul className={rows.list}>
        {data.map((invitation) => (
          <InvitationRow key={invitation.organization.id} invitation={invitation} />
        ))}
      </ul>
    </Panel>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const { t, date } = useTexts();
  const navigate = useNavigate();
  const [busy, during] = useBusy();
  const { id, name } = invitation.organization;
  const accept = async () => {
    await call(acceptInvitation, { params: { id } });
    // The list first: an active organization missing from it counts as lost.
    await queryClient.invalidateQueries(organizationsQuery);
    await queryClient.invalidateQueries(invitationsQuery);
    chooseOrganization(id);
    toast(({ t }) => t('console.invitations.accepted'));
    await navigate(paths.machines());
  };
  const decline = async () => {
    await call(declineInvitation, { params: { id } });
    await queryClient.invalidateQueries(invitationsQuery);
  };
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <span className={rows.name}>{name}</span>
        <span className={rows.facts}>
          {t('console.invitations.from', {
            inviter: personName(t, invitation.invitedBy),
            role: t(`console.role.${invitation.role}`),
            since: date(invitation.createdAt),
          })}
        </span>
      </span>
      <Button variant="default" disabled={busy} onClick={() => void during(decline).catch(showError)}>
        {t('console.invitations.decline')}
      </Button>
      <Button disabled={busy} onClick={() => void during(accept).catch(showNotAccepted)}>
        {t('console.invitations.accept')}
      </Button>
    </li>
  );
}

/** The invitation may be gone: withdrawn, expired or answered in another window. */
async function showNotAccepted(error: unknown): Promise<void> {
  await inform((texts) => ({
    title: texts.t('console.invitations.failed'),
    message: describeError(error, texts)?.message ?? '',
  }));
  await queryClient.invalidateQueries(invitationsQuery);
}
