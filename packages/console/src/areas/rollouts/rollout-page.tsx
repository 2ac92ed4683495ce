import type { Rollout } from '@berth/contract/api/rollouts';
import type { OrganizationId, RolloutId } from '@berth/contract/ids';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { DANGER } from '../../ui/mantine/theme.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useMay } from '../organizations/queries.ts';
import { Facts } from '../parts/facts.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { Differences, LayerDifferences } from '../profiles/differences.tsx';
import { FailedMachines, GroupRow } from './progress.tsx';
import { isUnderWay, rolloutQuery, useRolloutTargets } from './queries.ts';
import { advance, cancel, pause, resume } from './rollout-actions.ts';
import styles from './rollouts.module.css';
import { countIn, STATE_TONES } from './words.ts';

/** The progress of a rollout, group by group, and its actions. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  const rolloutId = useParams().rolloutId as RolloutId;
  return orgId === null ? null : <LoadedRollout orgId={orgId} rolloutId={rolloutId} />;
}

function LoadedRollout({ orgId, rolloutId }: { readonly orgId: OrganizationId; readonly rolloutId: RolloutId }) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(rolloutQuery(orgId, rolloutId));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <RolloutView rollout={data} /> : <PageSkeleton title={t('rollouts.title')} />;
}

function RolloutView({ rollout }: { readonly rollout: Rollout }): ReactNode {
  const { t, dateTime, duration } = useTexts();
  const {
    organizationId,
    profileId,
    layerId,
    fromRevision,
    toRevision,
    state,
    reason,
    groups,
    note,
    author,
    createdAt,
  } = rollout;
  const { name, address } = useRolloutTargets(organizationId, [rollout])(rollout);
  const title = t('rollouts.of', { name, revision: toRevision });
  return (
    <Page
      title={title}
      breadcrumb={
        <>
          <Link to={paths.rollouts()}>{t('rollouts.title')}</Link>
          {'›'}
          <Link to={address}>{name}</Link>
        </>
      }
      subtitle={<Status tone={STATE_TONES[state]}>{t(`rollouts.state.${state}`)}</Status>}
      actions={<Actions rollout={rollout} />}
    >
      {reason !== null && (
        <Notice tone={reason === 'cancelled' ? 'info' : 'bad'}>
          {t(`rollouts.reason.${reason}`, {
            count: countIn(rollout, reason === 'silence' ? 'silent' : 'failed'),
            percent: rollout.errorThreshold,
            revision: fromRevision,
          })}
        </Notice>
      )}
      <Panel title={t('rollouts.groups')} flush>
        <ol className={styles.groups}>
          {groups.map((group) => (
            <GroupRow key={group.position} group={group} />
          ))}
        </ol>
      </Panel>
      <FailedMachines rollout={rollout} />
      <Panel title={t('rollouts.rules')}>
        <Facts
          facts={[
            [t('rollouts.revisions'), `${fromRevision} → ${toRevision}`],
            [
              t('rollouts.started'),
              <Fragment key="started">
                {dateTime(createdAt)}
                <br />
                {personName(t, author)}
              </Fragment>,
            ],
            ...(rollout.finishedAt === null ? [] : ([[t('rollouts.finished'), dateTime(rollout.finishedAt)]] as const)),
            [t('rollouts.success'), t('rollouts.success.value', { percent: rollout.successThreshold })],
            [t('rollouts.errors'), t('rollouts.errors.value', { percent: rollout.errorThreshold })],
            [t('rollouts.soak'), duration(rollout.soakSeconds)],
            [t('rollouts.silent'), duration(rollout.silentAfterSeconds)],
            ...(note === null ? [] : ([[t('rollouts.note'), note]] as const)),
          ]}
        />
      </Panel>
      <Panel title={t('console.impact.changes')} flush>
        {profileId !== null && <Differences profileId={profileId} from={fromRevision} to={toRevision} />}
        {layerId !== null && (
          <LayerDifferences layer={{ orgId: organizationId, layerId }} from={fromRevision} to={toRevision} />
        )}
      </Panel>
    </Page>
  );
}

function Actions({ rollout }: { readonly rollout: Rollout }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('profile.write');
  const [busy, during] = useBusy();
  if (!mayChange || !isUnderWay(rollout)) return null;
  const isPaused = rollout.state === 'paused';
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <Button variant="subtle" color={DANGER} disabled={busy} onClick={() => void cancel(rollout, during)}>
        {t('rollouts.cancel')}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void advance(rollout, during)}>
        {t('rollouts.advance')}
      </Button>
      <Button
        variant={isPaused ? 'filled' : 'default'}
        leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
        disabled={busy}
        onClick={() => void (isPaused ? resume : pause)(rollout, during)}
      >
        {t(isPaused ? 'rollouts.resume' : 'rollouts.pause')}
      </Button>
    </>
  );
}
