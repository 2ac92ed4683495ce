import { readStatistics } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LoadProblem } from '../parts/load-problem.tsx';
import { PageSkeleton } from '../parts/page-skeleton.tsx';
import { Bars } from './bars.tsx';
import styles from './dashboard.module.css';
import { Needs } from './needs.tsx';
import { OnlineChart } from './online-chart.tsx';

/** An organisation's machines at a glance: the last 30 days, their versions, and what to look after. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Dashboard orgId={orgId} />;
}

const POLL_MS = 60_000;

function Dashboard({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read(readStatistics, { params: { orgId } }),
    refetchInterval: POLL_MS,
  });
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('machines.dashboard.title')} />;
  return (
    <Page wide title={t('machines.dashboard.title')}>
      <Panel title={t('machines.dashboard.online')}>
        <OnlineChart hours={data.hours} />
      </Panel>
      <div className={styles.grid}>
        <Panel title={t('machines.dashboard.needs')} flush>
          <Needs warnings={data.warnings} />
        </Panel>
        <Panel title={t('machines.dashboard.versions')}>
          <Bars
            bars={data.versions.map(({ version, machines }) => ({
              label: version ?? t('machines.dashboard.unknown'),
              value: machines,
            }))}
          />
        </Panel>
        <Panel title={t('machines.dashboard.deployments')}>
          <Bars
            bars={data.deployments.map(({ deployment, machines }) => ({
              label: t(`console.deployment.${deployment}`),
              value: machines,
            }))}
          />
        </Panel>
      </div>
    </Page>
  );
}
