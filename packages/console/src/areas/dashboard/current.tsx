import type { FleetStatistics } from '@berth/contract/api/fleet';
import type { Rollout } from '@berth/contract/api/rollouts';
import type { OrganizationId } from '@berth/contract/ids';
import { creditsWarning } from '@berth/contract/rules/billing';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { informationQuery } from '../billing/queries.ts';
import { ProgressBar } from '../rollouts/progress.tsx';
import { isUnderWay, rolloutsQuery, useRolloutTargets } from '../rollouts/queries.ts';
import { countIn, sizeOf, totalsOf } from '../rollouts/words.ts';
import { Shares } from './charts.tsx';
import styles from './current.module.css';

/** The rollouts in progress; empty without one. */
export function RolloutsInProgress({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const rollouts = (useQuery(rolloutsQuery(orgId)).data ?? []).filter(isUnderWay);
  const targetOf = useRolloutTargets(orgId, rollouts);
  if (rollouts.length === 0) return null;
  return (
    <Panel
      flush
      title={t('machines.dashboard.rollouts')}
      actions={<Link to={paths.rollouts()}>{t('machines.dashboard.needs.all')}</Link>}
    >
      <ul className={styles.rollouts}>
        {rollouts.map((rollout) => (
          <RolloutInProgress key={rollout.id} rollout={rollout} name={targetOf(rollout).name} />
        ))}
      </ul>
    </Panel>
  );
}

function RolloutInProgress({ rollout, name }: { readonly rollout: Rollout; readonly name: string }): ReactNode {
  const { t } = useTexts();
  const { id, toRevision, groups, state } = rollout;
  const machines = totalsOf(rollout);
  const failed = countIn(rollout, 'failed', 'silent');
  const group = groups.findIndex((each) => each.state === 'running') + 1;
  return (
    <li className={styles.rollout}>
      <div className={styles.line}>
        <Link className={styles.name} to={paths.rollout(id)}>
          {t('machines.dashboard.rollout', { name, revision: toRevision })}
        </Link>
        <span className={styles.muted}>
          {t('machines.dashboard.rollout.done', { done: machines.succeeded, total: sizeOf({ machines }) })}
        </span>
      </div>
      <ProgressBar machines={machines} />
      <div className={styles.line}>
        <span className={styles.muted}>
          {state === 'paused' && `${t('rollouts.state.paused')} · `}
          {t('machines.dashboard.rollout.group', { group, groups: groups.length })}
        </span>
        {failed > 0 && <Status tone="bad">{t('rollouts.count.failed', { count: failed })}</Status>}
      </div>
    </li>
  );
}

/** The machines by agent version, newest first; each version links to its machines. */
export function Versions({ versions }: Pick<FleetStatistics, 'versions'>): ReactNode {
  const { t } = useTexts();
  const newestFirst = versions.toSorted((one, other) => compareVersions(other.version ?? '', one.version ?? ''));
  return (
    <Panel title={t('machines.dashboard.versions')}>
      <Shares
        parts={newestFirst.map(({ version, machines }) => ({
          label: version ?? t('machines.dashboard.unknown'),
          value: machines,
          to: `${paths.machines()}?version=${encodeURIComponent(version ?? '')}&seen=all`,
        }))}
      />
    </Panel>
  );
}

/** The machines by variant; empty if all have the same. */
export function Variants({ deployments }: Pick<FleetStatistics, 'deployments'>): ReactNode {
  const { t } = useTexts();
  if (deployments.length < 2) return null;
  return (
    <Panel title={t('machines.dashboard.deployments')}>
      <Shares
        parts={deployments.map(({ deployment, machines }) => ({
          label: t(`console.deployment.${deployment}`),
          value: machines,
          to: `${paths.deployment(deployment)}?seen=all`,
        }))}
      />
    </Panel>
  );
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The credits, and how long they last. */
export function CreditsLeft({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t, number, date } = useTexts();
  const { data } = useQuery(informationQuery(orgId));
  if (!data) return null;
  const { credits, creditsPerPeriod, periodDays, endsAt } = data;
  const warning = creditsWarning(data, Date.now());
  return (
    <Panel title={t('console.nav.billing')} actions={<Link to={paths.billing('buy')}>{t('billing.buy.open')}</Link>}>
      <p className={styles.credits}>
        <Link to={paths.billing()} className={styles.figure}>
          {number(credits)}
        </Link>
        <span className={styles.muted}>
          {endsAt === null
            ? t('billing.lasts.always')
            : t('machines.dashboard.credits', { date: date(endsAt), count: creditsPerPeriod, days: periodDays })}
        </span>
      </p>
      {warning && (
        <Status tone="warn">
          {t(warning === 'ending' ? 'machines.dashboard.credits.low' : 'machines.dashboard.credits.out')}
        </Status>
      )}
    </Panel>
  );
}
