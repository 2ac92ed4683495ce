import type { Machine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useActiveOrganizationId } from '../../../data/active-organization.ts';
import { EmptyState } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { countsQuery, EVERYTHING, profilesQuery, RECENT, tagCountsQuery, useMay } from '../../organizations/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { useKept } from '../../parts/list-memory.ts';
import { LoadError, TableSkeleton } from '../../parts/loading.tsx';
import { rolloutsQuery } from '../../rollouts/queries.ts';
import { ListActions, SelectableList } from './bulk-bar.tsx';
import { COLUMNS, usualColumns } from './columns.tsx';
import { NEEDING, orderOf, whereOf } from './filter.ts';
import { ListButtons, ListCounts } from './list-head.tsx';
import { MachineTable } from './machine-table.tsx';
import { NOTHING_SELECTED, type Selection } from './selection.ts';
import { Toolbar } from './toolbar.tsx';
import { useMachineView } from './use-machine-view.ts';

/** Every machine of the organization, live (spec chapter 2, machines view). */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Machines key={orgId} orgId={orgId} />;
}

const REFRESH_MS = 5_000;
const PROFILES_MS = 15_000;
/** Windows with room for more columns. */
const WIDE = '(min-width: 1800px)';

function Machines({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const view = useMachineView();
  const mayRegister = useMay('machine.register');
  const { filter } = view;
  const profiles = useQuery({ ...profilesQuery(orgId), refetchInterval: PROFILES_MS }).data;
  useQuery(rolloutsQuery(orgId));
  const where = useMemo(() => whereOf(filter, profiles ?? []), [filter, profiles]);
  const order = useMemo(() => orderOf(view.sort), [view.sort]);
  const query = useMemo(() => ({ where, order }), [where, order]);
  const found = useCounts(orgId, where);
  const [selection, setSelection] = useSelection(where);
  const chips = useCounts(
    orgId,
    useMemo(() => whereOf({ ...filter, state: undefined }, profiles ?? []), [filter, profiles]),
  ).data;
  const untagged = useMemo(() => whereOf({ ...filter, tag: undefined }, profiles ?? []), [filter, profiles]);
  const tags = useQuery({
    ...tagCountsQuery(orgId, untagged),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  }).data;
  const all = useCounts(orgId, EVERYTHING).data;
  const recent = useCounts(orgId, RECENT).data;
  const needing = useCounts(orgId, NEEDING).data;
  const names = useMemo(() => new Map(profiles?.map(({ id, name }) => [id, name])), [profiles]);
  const profileName = useCallback(
    ({ profileId }: Machine) => (profileId === null ? '' : (names.get(profileId) ?? '')),
    [names],
  );
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const shown = (view.columns ?? usualColumns(isWide)).join(',');
  const columns = useMemo(() => COLUMNS.filter(({ id }) => id === 'name' || shown.split(',').includes(id)), [shown]);
  const total = found.data?.total;
  const failed = found.data === undefined && found.error !== null;
  return (
    <Page
      wide
      fill
      title={t('console.machines.title')}
      meta={
        all &&
        recent &&
        all.total > 0 && <ListCounts recent={recent} unseen={all.total - recent.total} needing={needing?.total ?? 0} />
      }
      menu={
        all !== undefined &&
        all.total > 0 && (
          <ListButtons
            {...{ orgId, view, where, selection }}
            total={total ?? 0}
            onSelect={setSelection}
            shown={shown.split(',')}
          />
        )
      }
    >
      {failed && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {!failed && (all === undefined || (all.total > 0 && total === undefined)) && <TableSkeleton rows={8} />}
      {all?.total === 0 && (
        <EmptyState
          icon={IconDeviceDesktop}
          title={t('console.machines.empty.title')}
          action={mayRegister && <ButtonLink to={paths.enrollment()}>{t('machines.enrollment.makeFirst')}</ButtonLink>}
        >
          {t('console.machines.empty.text')}
        </EmptyState>
      )}
      {all !== undefined && all.total > 0 && total !== undefined && (
        <>
          <Toolbar orgId={orgId} view={view} counts={chips} tags={tags ?? []}>
            <ListActions {...{ orgId, view, where, total, selection }} onSelect={setSelection} />
          </Toolbar>
          <SelectableList {...{ orgId, where, total, selection }} onSelect={setSelection}>
            <MachineTable
              key={view.rowPx}
              rowPx={view.rowPx}
              orgId={orgId}
              query={query}
              view={`${view.filter.deployment ?? ''}?${view.query}`}
              count={total}
              columns={columns}
              profileName={profileName}
              sort={view.sort}
              onSort={view.setSort}
              selection={selection}
              onSelect={setSelection}
              empty={
                <EmptyState
                  icon={IconSearch}
                  title={t('console.machines.none.title')}
                  action={
                    view.isFiltered && (
                      <Button variant="default" onClick={view.clear}>
                        {t('machines.filter.clear')}
                      </Button>
                    )
                  }
                >
                  {t('console.machines.none.text')}
                </EmptyState>
              }
            />
          </SelectableList>
        </>
      )}
    </Page>
  );
}

/** The selection, kept while the page is closed. */
function useSelection(where: object): readonly [Selection, (next: Selection) => void] {
  const of = JSON.stringify(where);
  const [kept, keep] = useKept('machine-selection', { selection: NOTHING_SELECTED, of });
  // Another filter matches other machines: a selection of all of them would silently change.
  const selection = kept.selection.kind === 'all' && kept.of !== of ? NOTHING_SELECTED : kept.selection;
  return [selection, (next) => keep({ selection: next, of })];
}

/** How many machines are in which state, of those a condition finds. */
function useCounts(orgId: OrganizationId, where: object) {
  return useQuery({
    ...countsQuery(orgId, where),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
