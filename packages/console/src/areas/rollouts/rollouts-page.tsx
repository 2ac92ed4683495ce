import { listLayers } from '@berth/contract/api/layers';
import type { Rollout } from '@berth/contract/api/rollouts';
import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { NativeSelect } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { ButtonLink } from '../parts/links.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { ProgressBar } from './progress.tsx';
import { useRolloutPages, useRolloutTargets } from './queries.ts';
import styles from './rollouts.module.css';
import { STATE_TONES, totalsOf } from './words.ts';

/** The rollouts of the organization, newest first; of one profile or layer if the URL names it. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Rollouts orgId={orgId} />;
}

function Rollouts({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const [profileId, layerId] = [query.get('profile') as ProfileId | null, query.get('layer') as LayerId | null];
  const profiles = useQuery(profilesQuery(orgId)).data ?? [];
  const layers = useQuery(read(listLayers, { params: { orgId } })).data ?? [];
  const { data, error, refetch, more } = useRolloutPages(orgId, { profileId, layerId });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('rollouts.title')} />;
  const choices = (of: 'profile' | 'layer', named: readonly { readonly id: string; readonly name: string }[]) =>
    named.map(({ id, name }) => ({ value: `${of}=${id}`, label: name }));
  const shared = layers.filter(({ scope }) => scope !== 'machine');
  return (
    <Page
      wide
      title={t('rollouts.title')}
      subtitle={t('rollouts.subtitle')}
      actions={
        (data.length > 0 || profileId !== null || layerId !== null) && (
          <NativeSelect
            aria-label={t('rollouts.target')}
            value={query.toString()}
            onChange={({ currentTarget: { value } }) => setQuery(value)}
            data={[
              { value: '', label: t('rollouts.target.all') },
              { group: t('console.nav.profiles'), items: choices('profile', profiles) },
              ...(shared.length > 0 ? [{ group: t('console.nav.layers'), items: choices('layer', shared) }] : []),
            ]}
          />
        )
      }
    >
      <Panel flush>
        {data.length === 0 ? (
          <EmptyState
            icon={IconStairsUp}
            title={t('rollouts.empty')}
            action={<EmptyAction {...{ profileId, layerId }} />}
          >
            {t('rollouts.empty.text')}
          </EmptyState>
        ) : (
          <Table orgId={orgId} rollouts={data} />
        )}
        <MoreRows {...more} />
      </Panel>
    </Page>
  );
}

interface EmptyActionProps {
  readonly profileId: ProfileId | null;
  readonly layerId: LayerId | null;
}

/** The way to where a rollout is started. */
function EmptyAction({ profileId, layerId }: EmptyActionProps): ReactNode {
  const { t } = useTexts();
  if (layerId !== null) return <ButtonLink to={paths.layer(layerId)}>{t('rollouts.empty.layer')}</ButtonLink>;
  if (profileId !== null) return <ButtonLink to={paths.profile(profileId)}>{t('rollouts.empty.profile')}</ButtonLink>;
  return <ButtonLink to={paths.profiles()}>{t('rollouts.empty.profiles')}</ButtonLink>;
}

interface TableProps {
  readonly orgId: OrganizationId;
  readonly rollouts: readonly Rollout[];
}

function Table({ orgId, rollouts }: TableProps): ReactNode {
  const { t, dateTime } = useTexts();
  const targetOf = useRolloutTargets(orgId, rollouts);
  return (
    <SimpleTable
      label={t('rollouts.title')}
      head={[
        t('rollouts.target'),
        t('rollouts.revisions'),
        t('rollouts.state'),
        t('rollouts.progress'),
        t('rollouts.started'),
      ]}
      rows={rollouts.map((rollout) => ({
        id: rollout.id,
        cells: [
          <Link key="name" className={styles.name} to={paths.rollout(rollout.id)}>
            {targetOf(rollout).name}
          </Link>,
          `${rollout.fromRevision} → ${rollout.toRevision}`,
          <Status key="state" tone={STATE_TONES[rollout.state]}>
            {t(`rollouts.state.${rollout.state}`)}
          </Status>,
          <div key="progress" className={styles.progress}>
            <ProgressBar machines={totalsOf(rollout)} />
          </div>,
          <span key="started">
            {dateTime(rollout.createdAt)}
            <br />
            {personName(t, rollout.author)}
          </span>,
        ],
      }))}
    />
  );
}
