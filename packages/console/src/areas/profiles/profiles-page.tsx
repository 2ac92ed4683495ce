import { countByProfile } from '@berth/contract/api/fleet';
import type { ProfileSummary } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { FileButton } from '../../forms/files/file-button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { lacksPro, mayAddProfile, ProMark } from '../billing/pro-gate.tsx';
import { profilesQuery, useMay } from '../organizations/queries.ts';
import { LoadError, TableSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { useNow } from '../parts/use-now.ts';
import { askForProfile } from './new-profile.ts';
import { importFile } from './profile-files.ts';
import styles from './profiles-page.module.css';

/** The profiles of the active organization. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Profiles orgId={orgId} />;
}

function Profiles({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayChange = useMay('profile.write');
  const { data, error, refetch } = useQuery(profilesQuery(orgId));
  const count = data?.length ?? 0;
  const mark = count > 0 && lacksPro(orgId) && <ProMark />;
  const mayAdd = () => mayAddProfile(orgId, count);
  const create = async () => {
    if (!(await mayAdd())) return;
    const path = await askForProfile(orgId, data ?? []);
    if (path !== undefined) await navigate(path);
  };
  const take = async (file: File) => {
    const id = await importFile(orgId, file);
    if (id !== undefined) await navigate(paths.profile(id));
  };
  const createButton = mayChange && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} rightSection={mark} onClick={() => void create()}>
      {t('console.profile.create')}
    </Button>
  );
  return (
    <Page
      wide
      title={t('console.profiles.title')}
      subtitle={t('console.profiles.subtitle')}
      actions={
        mayChange && (
          <>
            <FileButton
              size="sm"
              accept=".json,application/json"
              mark={mark}
              mayChoose={mayAdd}
              onChoose={(file) => void take(file)}
            >
              {t('console.profile.import')}
            </FileButton>
            {count > 0 && createButton}
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={4} />}
      {data && (
        <Panel flush>
          {data.length === 0 ? (
            <EmptyState icon={IconLayoutDashboard} title={t('console.profiles.empty.title')} action={createButton}>
              {t('console.profiles.empty.text')}
            </EmptyState>
          ) : (
            <ProfileTable orgId={orgId} profiles={data} />
          )}
        </Panel>
      )}
    </Page>
  );
}

interface ProfileTableProps {
  readonly orgId: OrganizationId;
  readonly profiles: readonly ProfileSummary[];
}

/** The profiles with their numbers of machines, which link to the lists of them. */
function ProfileTable({ orgId, profiles }: ProfileTableProps): ReactNode {
  const { t, number, relative, dateTime } = useTexts();
  const now = useNow();
  const { data } = useQuery({ ...read(countByProfile, { params: { orgId } }), refetchInterval: POLL_MS });
  const rows = profiles.map(({ id, name, revision, updatedAt, updatedBy }) => {
    const counts = data?.find(({ profileId }) => profileId === id) ?? NO_MACHINES;
    const list = `${paths.machines()}?profile=${id}`;
    const link = (count: number, more: string) =>
      data &&
      (count === 0 ? <span className={styles.none}>0</span> : <Link to={`${list}${more}`}>{number(count)}</Link>);
    return {
      id,
      cells: [
        <Link key="name" to={paths.profile(id)} className={styles.name}>
          {name}
        </Link>,
        <span key="machines">{link(counts.machines, '&seen=all')}</span>,
        <span key="online">{link(counts.online, '&state=online')}</span>,
        <span key="outdated" className={styles.outdated}>
          {link(counts.outdated, '&need=behind')}
        </span>,
        String(revision),
        <span key="change" className={styles.change}>
          <time dateTime={updatedAt} title={dateTime(updatedAt)}>
            {relative(updatedAt, now)}
          </time>
          {', '}
          {personName(t, updatedBy)}
        </span>,
      ],
    };
  });
  const numbers = [t('console.nav.machines'), t('console.state.online'), t('console.profile.outdated')];
  return (
    <SimpleTable
      label={t('console.profiles.title')}
      head={[t('common.name'), ...numbers, t('console.profile.revisionHead'), t('console.profile.changed')]}
      numbers={[...numbers, t('console.profile.revisionHead')]}
      rows={rows}
    />
  );
}

const POLL_MS = 15_000;
const NO_MACHINES = { machines: 0, online: 0, outdated: 0 };
