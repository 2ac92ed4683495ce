import { type FleetSummary, readStatistics, summarizeMachines } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { Page, Panel } from '../../ui/page.tsx';
import { profilesQuery, useMay } from '../organizations/queries.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { RecentChanges } from './changes.tsx';
import { OnlineChart } from './charts.tsx';
import { CreditsLeft, RolloutsInProgress, Variants, Versions } from './current.tsx';
import styles from './dashboard.module.css';
import { FirstSteps, useHasApp } from './first-steps.tsx';
import { Needs } from './needs.tsx';

/** The overview: what needs attention, what is in progress, and who changed what. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Dashboard orgId={orgId} />;
}

const POLL_MS = 60_000;
const FIRST_POLL_MS = 5_000;
/** With more machines than this, an organization needs no first steps. */
const FIRST_MACHINES = 3;

function Dashboard({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const statistics = useQuery({ ...read(readStatistics, { params: { orgId } }), refetchInterval: POLL_MS });
  const everything = { filter: JSON.stringify({ where: {} }) };
  const machines = useQuery({
    ...read(summarizeMachines, { params: { orgId }, query: everything }),
    // The first machine shows as soon as it registers.
    refetchInterval: ({ state }) => (state.data?.total === 0 ? FIRST_POLL_MS : POLL_MS),
  });
  const profiles = useQuery(profilesQuery(orgId));
  const maySeeAudit = useMay('audit.read');
  const maySeeCredits = useMay('billing.read');
  const total = machines.data?.total;
  const hasApp = useHasApp(profiles.data ?? [], total !== undefined && total <= FIRST_MACHINES);
  const failed = [statistics, machines, profiles].find(({ error, data }) => error && !data);
  if (failed) return <LoadError error={failed.error} retry={() => void failed.refetch()} />;
  const mayNeedSteps = total !== undefined && total <= FIRST_MACHINES;
  // Complete from the first picture on: steps that appear later would move everything else.
  if (!statistics.data || !machines.data || !profiles.data || (mayNeedSteps && hasApp === undefined))
    return <PageSkeleton title={t('machines.dashboard.title')} />;
  const { hours, warnings, versions, deployments } = statistics.data;
  const steps = <FirstSteps orgId={orgId} profiles={profiles.data} machines={total ?? 0} hasApp={hasApp ?? false} />;
  if (total === 0) {
    return (
      <Page wide title={t('machines.dashboard.title')} subtitle={t('machines.start.subtitle')}>
        {steps}
      </Page>
    );
  }
  return (
    <Page wide title={t('machines.dashboard.title')} meta={<Counts machines={machines.data} />}>
      {mayNeedSteps && hasApp === false && steps}
      <div className={styles.columns}>
        <div className={styles.main}>
          <Needs orgId={orgId} warnings={warnings} />
          <Panel title={t('machines.dashboard.online')}>
            <OnlineChart hours={hours} />
          </Panel>
          {maySeeAudit && <RecentChanges orgId={orgId} />}
        </div>
        <div className={styles.side}>
          <RolloutsInProgress orgId={orgId} />
          <Versions versions={versions} />
          {maySeeCredits && <CreditsLeft orgId={orgId} />}
          <Variants deployments={deployments} />
        </div>
      </div>
    </Page>
  );
}

/** The machines in one line; each number links to the machines that it counts. */
function Counts({ machines: { total, offline } }: { readonly machines: FleetSummary }): ReactNode {
  const { t } = useTexts();
  const list = paths.machines();
  return (
    <p className={styles.counts}>
      <Link to={`${list}?seen=all`}>{t('machines.dashboard.total', { count: total })}</Link>
      <Link to={`${list}?state=online`}>{t('machines.dashboard.onlineNow', { count: total - offline })}</Link>
      {offline > 0 && (
        <Link to={`${list}?state=offline&seen=all`}>{t('machines.offlineCount', { count: offline })}</Link>
      )}
    </p>
  );
}
