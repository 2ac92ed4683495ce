import type { MachineView } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { ATTENTION, whereOf } from '../machines/list/filter.ts';
import { filterOf } from '../machines/list/use-machine-view.ts';
import { viewsQuery } from '../machines/list/views.ts';
import { countsQuery, profilesQuery } from '../organizations/queries.ts';
import styles from './sidebar.module.css';
import { useKeepCount, ViewPlaces } from './view-places.tsx';

/** Polling interval of the counts. */
const REFRESH_MS = 30_000;

interface MachineViewsProps {
  readonly orgId: OrganizationId;
  readonly onNavigate: (() => void) | undefined;
}

/** The organization's saved views of the machines list, after the built-in one: what needs attention. */
export function MachineViews({ orgId, onNavigate }: MachineViewsProps): ReactNode {
  const { t } = useTexts();
  const { data, isPending } = useQuery({ ...viewsQuery(orgId), refetchInterval: REFRESH_MS });
  useKeepCount(orgId, data?.length);
  const needing = { id: ATTENTION, name: t('machines.filter.need'), query: `need=${ATTENTION}` };
  return (
    <ul className={styles.views}>
      {[needing, ...(data ?? [])].map((view) => (
        <View key={view.id} orgId={orgId} view={view} onNavigate={onNavigate} />
      ))}
      {isPending && <ViewPlaces orgId={orgId} />}
    </ul>
  );
}

interface ViewProps extends MachineViewsProps {
  readonly view: Omit<MachineView, 'id'> & { readonly id: string };
}

function View({ orgId, view, onNavigate }: ViewProps): ReactNode {
  const { number } = useTexts();
  const { pathname, search } = useLocation();
  const profiles = useQuery(profilesQuery(orgId)).data;
  const where = useMemo(() => whereOf(filterOf(new URLSearchParams(view.query)), profiles ?? []), [view, profiles]);
  const { data } = useQuery({
    ...countsQuery(orgId, where),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const isOpen = pathname === paths.machines() && search === `?${view.query}`;
  return (
    <li>
      <Link
        to={`${paths.machines()}?${view.query}`}
        className={`${styles.entry} ${styles.view} ${isOpen ? styles.active : ''}`}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onNavigate}
      >
        <span className={styles.viewName} title={view.name}>
          {view.name}
        </span>
        {data && (
          <span className={styles.count} data-tone={view.id === ATTENTION && data.total > 0 ? 'warn' : undefined}>
            {number(data.total)}
          </span>
        )}
      </Link>
    </li>
  );
}
