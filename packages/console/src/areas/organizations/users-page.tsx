import { readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { invite, leave, remove, setRole } from './member-actions.ts';
import { MemberList } from './member-list.tsx';
import { PendingPanel } from './pending-panel.tsx';
import { useMay } from './queries.ts';

/** The members of the active organization (spec chapter 2, users). */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Users orgId={orgId} />;
}

function Users({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('members.write');
  const mayLeave = useMay('organization.leave');
  const { data, error, refetch } = useQuery(read(readOrganization, { params: { id: orgId } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('console.nav.users')} />;
  return (
    <Page
      title={t('console.nav.users')}
      subtitle={t('console.org.members', { count: data.members.length })}
      actions={
        mayChange && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => void invite(orgId)}>
            {t('console.invite.submit')}
          </Button>
        )
      }
    >
      <Panel flush>
        <MemberList
          members={data.members}
          change={
            mayChange
              ? {
                  remove: (member) => void remove(orgId, member),
                  setRole: (member, role) => void setRole(orgId, member, role),
                }
              : undefined
          }
          onLeave={mayLeave ? () => void leave(data) : undefined}
        />
      </Panel>
      <PendingPanel orgId={orgId} />
    </Page>
  );
}
