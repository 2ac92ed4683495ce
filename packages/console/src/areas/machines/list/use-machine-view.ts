import { WARNINGS } from '@berth/contract/api/fleet';
import type { ProfileId } from '@berth/contract/ids';
import { DEPLOYMENTS, type Deployment } from '@berth/contract/limits';
import { paths } from '@berth/web/paths/paths.ts';
import { useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { MACHINE_STATES, type MachineState } from '../machine-status.tsx';
import { ATTENTION, type MachineFilter, SEEN, type Seen } from './filter.ts';

/** Filter, sort and columns of the list, stored in the URL so that a view can be saved and shared. */
export interface MachineView {
  readonly filter: MachineFilter;
  readonly isFiltered: boolean;
  readonly sort: string;
  /** The selected columns; undefined for the default ones. */
  readonly columns: readonly string[] | undefined;
  /** Whether rows are higher. */
  readonly isComfortable: boolean;
  /** Height of a row, in pixels. */
  readonly rowPx: number;
  readonly setComfortable: (isComfortable: boolean) => void;
  readonly setText: (text: string) => void;
  readonly setState: (state: MachineState | undefined) => void;
  readonly setTag: (tag: string | undefined) => void;
  readonly setNeed: (need: MachineFilter['need']) => void;
  readonly setProfile: (profileId: string | undefined) => void;
  /** The view's query string, without the question mark. */
  readonly query: string;
  readonly setVersion: (version: string | undefined) => void;
  readonly setSeen: (seen: Seen | undefined) => void;
  readonly setSort: (sort: string) => void;
  readonly setColumns: (columns: readonly string[]) => void;
  readonly clear: () => void;
}

/** Storage key of the selected columns: used by lists without columns in their URL. */
const COLUMNS_KEY = 'machine-columns';
/** Storage key of the row height. */
const ROWS_KEY = 'machine-rows';
const COMFORTABLE = 'comfortable';

/** The view of a list's URL. */
export function filterOf(query: URLSearchParams, deployment?: Deployment): MachineFilter {
  const needs = [...WARNINGS, ATTENTION] as const;
  return {
    text: query.get('q') ?? '',
    state: MACHINE_STATES.find((each) => each === query.get('state')),
    need: needs.find((each) => each === query.get('need')),
    seen: SEEN.find((each) => each === query.get('seen')),
    tag: query.get('tag') ?? undefined,
    version: query.get('version') ?? undefined,
    profileId: (query.get('profile') ?? undefined) as ProfileId | undefined,
    deployment,
  };
}

export function useMachineView(): MachineView {
  const { deployment: named } = useParams();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [keptColumns, keepColumns] = useState(() => localStorage.getItem(COLUMNS_KEY));
  const [isComfortable, setComfortable] = useState(() => localStorage.getItem(ROWS_KEY) === COMFORTABLE);
  const deployment = DEPLOYMENTS.find((each) => each === named);
  const columns = (query.get('columns') ?? keptColumns)?.split(',');
  const address = query.toString();
  const filter = useMemo(() => filterOf(new URLSearchParams(address), deployment), [address, deployment]);
  const set = (values: Readonly<Record<string, string | undefined>>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return {
    filter,
    query: address,
    isFiltered: Object.values({ ...filter, text: filter.text.trim() || undefined }).some((each) => each !== undefined),
    sort: query.get('sort') ?? 'name',
    columns,
    isComfortable,
    rowPx: isComfortable ? 44 : 36,
    setComfortable(next) {
      localStorage.setItem(ROWS_KEY, next ? COMFORTABLE : '');
      setComfortable(next);
    },
    setText: (q) => set({ q }),
    setState: (next) => set({ state: next }),
    setTag: (next) => set({ tag: next }),
    setNeed: (next) => set({ need: next, seen: undefined }),
    setSeen: (next) => set({ seen: next, need: undefined }),
    setSort: (next) => set({ sort: next === 'name' ? undefined : next }),
    setProfile: (profile) => set({ profile }),
    setVersion: (version) => set({ version }),
    setColumns(next) {
      localStorage.setItem(COLUMNS_KEY, next.join(','));
      keepColumns(next.join(','));
      set({ columns: next.join(',') });
    },
    clear() {
      const next = new URLSearchParams(query);
      for (const name of ['q', 'state', 'tag', 'need', 'seen', 'profile', 'version']) next.delete(name);
      // The device variant is part of the path.
      void navigate({ pathname: paths.machines(), search: next.toString() }, { replace: true });
    },
  };
}
