import { readStatistics, summarizeMachines } from '@berth/contract/api/fleet';
import { readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { informationQuery } from '../billing/queries.ts';
import { NEEDING } from '../machines/list/filter.ts';
import { profilesQuery, useMay } from '../organizations/queries.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { Bars, OnlineChart } from './charts.tsx';
import styles from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { Needs } from './needs.tsx';
import { Tiles } from './tiles.tsx';

/** An organization at a glance: its figures, the last 30 days, its machines' versions, and what needs attention. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Dashboard orgId={orgId} />;
}

const POLL_MS = 60_000;
const ALL = {};

function Dashboard({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const statistics = useQuery({ ...read(readStatistics, { params: { orgId } }), refetchInterval: POLL_MS });
  const machines = useQuery(countQuery(orgId, ALL));
  const needing = useQuery(countQuery(orgId, NEEDING));
  const profiles = useQuery(profilesQuery(orgId));
  const organization = useQuery(read(readOrganization, { params: { id: orgId } }));
  const maySeeCredits = useMay('billing.read');
  const billing = useQuery({ ...informationQuery(orgId), enabled: maySeeCredits });
  const failed = [statistics, machines, needing, profiles, organization, billing].find(
    ({ error, data }) => error && !data,
  );
  if (failed) return <LoadError error={failed.error} retry={() => void failed.refetch()} />;
  const credits = maySeeCredits ? billing.data?.credits : undefined;
  if (
    !statistics.data ||
    !machines.data ||
    !needing.data ||
    !profiles.data ||
    !organization.data ||
    (maySeeCredits && credits === undefined)
  ) {
    return <PageSkeleton title={t('machines.dashboard.title')} />;
  }
  const { hours, warnings, versions, deployments } = statistics.data;
  const { total, offline } = machines.data;
  const counts = { profiles: profiles.data.length, members: organization.data.members.length };
  const figures = { ...counts, online: total - offline, offline, needing: needing.data.total, credits };
  return (
    <Page wide title={t('machines.dashboard.title')} subtitle={organization.data.name}>
      <Tiles figures={figures} />
      {total === 0 ? (
        <FirstSteps {...counts} machines={total} />
      ) : (
        <>
          <Panel title={t('machines.dashboard.online')}>
            <OnlineChart hours={hours} />
          </Panel>
          <div className={styles.grid}>
            <Panel title={t('machines.dashboard.needs')} flush>
              <Needs warnings={warnings} />
            </Panel>
            <Panel title={t('machines.dashboard.versions')}>
              <Bars
                bars={versions.map(({ version, machines: value }) => ({
                  label: version ?? t('machines.dashboard.unknown'),
                  value,
                }))}
              />
            </Panel>
            <Panel title={t('machines.dashboard.deployments')}>
              <Bars
                bars={deployments.map(({ deployment, machines: value }) => ({
                  label: t(`console.deployment.${deployment}`),
                  value,
                }))}
              />
            </Panel>
          </div>
        </>
      )}
    </Page>
  );
}

/** Number of machines that match a condition, and how many of them are online. */
function countQuery(orgId: OrganizationId, where: object) {
  const query = { filter: JSON.stringify({ where }) };
  return { ...read(summarizeMachines, { params: { orgId }, query }), refetchInterval: POLL_MS };
}
