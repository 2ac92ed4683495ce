import { changeOrganization, type Organization, readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { ORGANIZATION_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { queryClient, queryKey, reload } from '../../data/query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { Facts } from '../parts/facts.tsx';
import { ErrorState, PageSkeleton } from '../parts/loading.tsx';
import { offerUndo } from '../parts/undo.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { AlwaysOnPanel } from './always-on-panel.tsx';
import { organizationNameFault } from './create-organization.tsx';
import { leave } from './member-actions.ts';
import { MemberList } from './member-list.tsx';
import { useActiveOrganizationState } from './organization-state.ts';
import { organizationsQuery, useEnterOrganization, useMay } from './queries.ts';
import { SwitchesPanel } from './switches-panel.tsx';

/** One organization; opening its page makes it the active one. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useParams().orgId as OrganizationId;
  const { activeOrganization, errorDescription } = useActiveOrganizationState(id);
  useEnterOrganization(id);
  if (errorDescription !== undefined) {
    const retry = () => void reload(readOrganization);
    return <ErrorState description={errorDescription} retry={retry} />;
  }
  if (!activeOrganization) return <PageSkeleton title={t('console.nav.organization')} />;
  return <OrganizationView organization={activeOrganization} />;
}

function OrganizationView({ organization }: { readonly organization: Organization }): ReactNode {
  const { t, date } = useTexts();
  const mayChange = useMay('organization.write');
  const mayLeave = useMay('organization.leave');
  return (
    <Page
      title={organization.name}
      subtitle={t(`console.role.${organization.role}`)}
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
            onClick={() => void rename(organization)}
          >
            {t('common.rename')}
          </Button>
        )
      }
    >
      <Panel title={t('console.machine.facts')}>
        <Facts
          facts={[
            [t('console.org.owner'), organization.owner.email],
            [t('console.org.tier'), t(`console.tier.${organization.mgmtTier}`)],
            [t('console.org.created'), date(organization.createdAt)],
            [t('console.org.id'), <code key="id">{organization.id}</code>],
          ]}
        />
      </Panel>
      <SwitchesPanel id={organization.id} />
      <AlwaysOnPanel id={organization.id} />
      <Panel title={t('console.nav.users')} actions={<Link to={paths.users()}>{t('members.manage')}</Link>} flush>
        <MemberList members={organization.members} onLeave={mayLeave ? () => void leave(organization) : undefined} />
      </Panel>
      <AlertsPanel id={organization.id} role={organization.role} />
    </Page>
  );
}

async function rename(organization: Organization): Promise<void> {
  await prompt((texts) => ({
    title: texts.t('console.org.rename'),
    label: texts.t('console.org.name'),
    value: organization.name,
    submit: texts.t('common.rename'),
    maxLength: ORGANIZATION_NAME.maxLength,
    check: (name) => organizationNameFault(name, texts),
    run: async (name) => {
      try {
        const { id, revision } = organization;
        const renamed = await call(changeOrganization, { params: { id }, body: { name }, ifMatch: revision });
        queryClient.setQueryData(queryKey(readOrganization, { params: { id } }), renamed);
        await queryClient.invalidateQueries(organizationsQuery);
        offerUndo(({ t }) => t('members.rename.done', { name: renamed.name }), {
          action: changeOrganization.id,
          targetId: id,
          before: { name: organization.name },
          after: { name: renamed.name },
        });
      } catch (error) {
        console.error(error);
        // Someone else renamed it: the next attempt uses their version.
        await reload(readOrganization);
        throw error;
      }
    },
  }));
}
