import type { MachineRuntime } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { IconDeviceDesktop, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { useTexts } from '../../i18n/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { DataTable } from '../parts/data-table.tsx';
import { LoadProblem } from '../parts/load-problem.tsx';
import { TableSkeleton } from '../parts/table-skeleton.tsx';
import { machineColumns } from './columns.tsx';
import { countStates, filterMachines } from './filter.ts';
import { Toolbar } from './toolbar.tsx';
import { useDeployment } from './use-deployment.ts';
import { useMachineView } from './use-machine-view.ts';
import { useRuntime } from './use-runtime.ts';

/** Every machine of the organisation, live (spec chapter 2, machines view). */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Machines orgId={orgId} />;
}

function Machines({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { deployment } = useParams();
  const view = useMachineView();
  const runtime = useRuntime(orgId);
  const ofDeployment = useDeployment(orgId, deployment);
  const profileName = useProfileNames(orgId);
  const columns = useMemo(() => machineColumns(texts, profileName), [texts, profileName]);
  const machines = useMemo(
    () => (ofDeployment && runtime.data ? runtime.data.filter(({ id }) => ofDeployment.has(id)) : runtime.data),
    [runtime.data, ofDeployment],
  );
  const shown = useMemo(
    () => filterMachines(machines ?? [], view.filter, profileName),
    [machines, view.filter, profileName],
  );
  const counts = useMemo(() => countStates(machines ?? []), [machines]);
  return (
    <Page
      wide
      fill
      title={t('console.machines.title')}
      subtitle={
        machines &&
        t('console.machines.count', { total: machines.length, online: machines.length - (counts.get('offline') ?? 0) })
      }
    >
      {runtime.error && !runtime.data && <LoadProblem error={runtime.error} retry={() => void runtime.refetch()} />}
      {!machines && !runtime.error && <TableSkeleton rows={8} />}
      {machines?.length === 0 && (
        <EmptyState icon={IconDeviceDesktop} title={t('console.machines.empty.title')}>
          {t('console.machines.empty.text')}
        </EmptyState>
      )}
      {machines && machines.length > 0 && (
        <>
          <Toolbar view={view} counts={counts} total={machines.length} />
          <DataTable
            label={t('console.machines.title')}
            items={shown}
            columns={columns}
            idOf={({ id }) => id}
            sort={view.sort}
            onSort={view.setSort}
            empty={
              <EmptyState icon={IconSearch} title={t('console.machines.none.title')}>
                {t('console.machines.none.text')}
              </EmptyState>
            }
          />
        </>
      )}
    </Page>
  );
}

function useProfileNames(orgId: OrganizationId): (machine: MachineRuntime) => string {
  const { data } = useQuery(profilesQuery(orgId));
  const names = useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
  return useCallback((machine) => (machine.profileId === null ? '' : (names.get(machine.profileId) ?? '')), [names]);
}
