import type { Rollout } from '@berth/contract/api/rollouts';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { NativeSelect } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { ButtonLink } from '../parts/links.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { ProgressBar } from './progress.tsx';
import { organizationRolloutsQuery } from './queries.ts';
import styles from './rollouts.module.css';
import { STATE_TONES, totalsOf } from './words.ts';

/** The rollouts of the organization's profiles, newest first; of one profile if the URL names it. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Rollouts orgId={orgId} />;
}

function Rollouts({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const profile = query.get('profile');
  const profiles = useQuery(profilesQuery(orgId)).data ?? [];
  const { data, error, refetch } = useQuery(organizationRolloutsQuery(orgId));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('rollouts.title')} />;
  const shown = data.filter(({ profileId }) => profile === null || profileId === profile);
  return (
    <Page
      wide
      title={t('rollouts.title')}
      subtitle={t('rollouts.subtitle')}
      actions={
        data.length > 0 && (
          <NativeSelect
            aria-label={t('rollouts.profile')}
            value={profile ?? ''}
            onChange={({ currentTarget: { value } }) => setQuery(value === '' ? {} : { profile: value })}
            data={[
              { value: '', label: t('rollouts.profile.all') },
              ...profiles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )
      }
    >
      <Panel flush>
        {shown.length === 0 ? (
          <EmptyState
            icon={IconStairsUp}
            title={t('rollouts.empty')}
            action={
              <ButtonLink to={profile === null ? paths.profiles() : paths.profile(profile as ProfileId)}>
                {t(profile === null ? 'rollouts.empty.profiles' : 'rollouts.empty.profile')}
              </ButtonLink>
            }
          >
            {t('rollouts.empty.text')}
          </EmptyState>
        ) : (
          <Table rollouts={shown} nameOf={(id) => profiles.find((each) => each.id === id)?.name ?? ''} />
        )}
      </Panel>
    </Page>
  );
}

interface TableProps {
  readonly rollouts: readonly Rollout[];
  readonly nameOf: (id: ProfileId) => string;
}

function Table({ rollouts, nameOf }: TableProps): ReactNode {
  const { t, dateTime } = useTexts();
  return (
    <SimpleTable
      label={t('rollouts.title')}
      head={[
        t('rollouts.profile'),
        t('rollouts.revisions'),
        t('rollouts.state'),
        t('rollouts.progress'),
        t('rollouts.started'),
      ]}
      rows={rollouts.map((rollout) => ({
        id: rollout.id,
        cells: [
          <Link key="name" className={styles.name} to={paths.rollout(rollout.profileId, rollout.id)}>
            {nameOf(rollout.profileId)}
          </Link>,
          `${rollout.fromRevision} → ${rollout.toRevision}`,
          <Status key="state" tone={STATE_TONES[rollout.state]}>
            {t(`rollouts.state.${rollout.state}`)}
          </Status>,
          <div key="progress" className={styles.progress}>
            <ProgressBar machines={totalsOf(rollout)} />
          </div>,
          <span key="started">
            {dateTime(rollout.createdAt)} · {personName(t, rollout.author)}
          </span>,
        ],
      }))}
    />
  );
}
