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
import { FileButton } from '../../forms/files/file-button.tsx';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { lacksPro, mayAddProfile, ProMark } from '../billing/pro-gate.tsx';
import { profilesQuery, useMay } from '../organizations/queries.ts';
import { LoadError, TableSkeleton } from '../parts/loading.tsx';
import { personName } from '../parts/person-name.ts';
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
            <ul className={styles.list}>
              {data.map((profile) => (
                <ProfileRow key={profile.id} profile={profile} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Page>
  );
}

function ProfileRow({ profile }: { readonly profile: ProfileSummary }): ReactNode {
  const { t, relative } = useTexts();
  const now = useNow();
  return (
    <li className={styles.row}>
      <Link to={paths.profile(profile.id)} className={styles.name}>
        {profile.name}
      </Link>
      <span className={styles.facts}>
        {t('console.profile.saved', {
          revision: profile.revision,
          author: personName(t, profile.updatedBy),
          when: relative(profile.updatedAt, now),
        })}
      </span>
    </li>
  );
}
