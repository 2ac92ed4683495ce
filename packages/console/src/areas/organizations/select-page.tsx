import type { Organization } from '@berth/contract/api/organizations';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { IconBuilding, IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '../../data/query.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadError } from '../parts/loading.tsx';
import { askForOrganization } from './create-organization.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { useOrganizationLists } from './organization-state.ts';
import { chooseOrganization, organizationsQuery } from './queries.ts';
import styles from './select-page.module.css';

/** The start page: the user's organizations (spec chapter 2, organization selector). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { availableOrganizations, organizationsState, organizationsError, invitations } = useOrganizationLists();
  const create = async () => {
    const id = await askForOrganization();
    if (id !== undefined) await navigate(paths.overview());
  };
  const createButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => void create()}>
      {t('console.org.create')}
    </Button>
  );
  return (
    <Page
      anyRole
      title={t('console.org.select.title')}
      subtitle={t('console.org.select.subtitle')}
      actions={organizationsState === 'LOADED' ? createButton : undefined}
    >
      <InvitationsPanel invitations={invitations} />
      <Panel flush>
        {organizationsState === 'ERROR' && (
          <LoadError error={organizationsError} retry={() => void queryClient.invalidateQueries(organizationsQuery)} />
        )}
        {organizationsState === 'LOADING' && <LoadingRows />}
        {organizationsState === 'EMPTY' && (
          <EmptyState icon={IconBuilding} title={t('console.org.empty.title')} action={createButton}>
            {t('console.org.empty.text')}
          </EmptyState>
        )}
        {organizationsState === 'LOADED' && (
          <ul className={styles.list}>
            {availableOrganizations.map((organization) => (
              <OrganizationRow
                key={organization.id}
                organization={organization}
                onChoose={() => {
                  chooseOrganization(organization.id);
                  void navigate(paths.overview());
                }}
              />
            ))}
          </ul>
        )}
      </Panel>
    </Page>
  );
}

function OrganizationRow({
  organization,
  onChoose,
}: {
  readonly organization: Organization;
  readonly onChoose: () => void;
}): ReactNode {
  const { t } = useTexts();
  const { name, role, mgmtTier, members } = organization;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onChoose}>
        <span className={styles.initial} aria-hidden>
          {[...name][0]?.toUpperCase()}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>
            {t(`console.role.${role}`)} · {t(`console.tier.${mgmtTier}`)} ·{' '}
            {t('console.org.members', { count: members.length })}
          </span>
        </span>
        <IconChevronRight size={20} stroke={1.5} aria-hidden />
      </button>
    </li>
  );
}

function LoadingRows(): ReactNode {
  return (
    <div className={styles.list} aria-busy="true">
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="40px" height="40px" />
          <span className={styles.words}>
            <Skeleton width="180px" />
          </span>
        </div>
      ))}
    </div>
  );
}
