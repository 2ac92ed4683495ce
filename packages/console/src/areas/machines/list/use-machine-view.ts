import { WARNINGS, type Warning } from '@berth/contract/api/fleet';
import { DEPLOYMENTS } from '@berth/contract/limits';
import { paths } from '@berth/web/paths/paths.ts';
import { useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { MACHINE_STATES, type MachineState } from '../machine-status.tsx';
import { type MachineFilter, SEEN, type Seen } from './filter.ts';

/** What of the machines is shown and how, kept in the address so that a view can be kept or sent to a colleague. */
export interface MachineView {
  readonly filter: MachineFilter;
  readonly isFiltered: boolean;
  readonly sort: string;
  /** Columns that are shown besides or without the usual ones; undefined for the usual ones. */
  readonly columns: readonly string[] | undefined;
  readonly setText: (text: string) => void;
  readonly setState: (state: MachineState | undefined) => void;
  readonly setTag: (tag: string | undefined) => void;
  readonly setNeed: (need: Warning | undefined) => void;
  readonly setSeen: (seen: Seen | undefined) => void;
  readonly setSort: (sort: string) => void;
  readonly setColumns: (columns: readonly string[]) => void;
  readonly clear: () => void;
}

export function useMachineView(): MachineView {
  const { deployment: named } = useParams();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const text = query.get('q') ?? '';
  const state = MACHINE_STATES.find((each) => each === query.get('state'));
  const need = WARNINGS.find((each) => each === query.get('need'));
  const seen = SEEN.find((each) => each === query.get('seen'));
  const tag = query.get('tag') ?? undefined;
  const deployment = DEPLOYMENTS.find((each) => each === named);
  const columns = query.get('columns')?.split(',');
  const filter = useMemo(
    () => ({ text, state, tag, need, seen, deployment }),
    [text, state, tag, need, seen, deployment],
  );
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
    isFiltered: text.trim() !== '' || [state, tag, need, seen, deployment].some((each) => each !== undefined),
    sort: query.get('sort') ?? 'name',
    columns,
    setText: (q) => set({ q }),
    setState: (next) => set({ state: next }),
    setTag: (next) => set({ tag: next }),
    setNeed: (next) => set({ need: next, seen: undefined }),
    setSeen: (next) => set({ seen: next, need: undefined }),
    setSort: (next) => set({ sort: next === 'name' ? undefined : next }),
    setColumns: (next) => set({ columns: next.join(',') }),
    clear() {
      const next = new URLSearchParams(query);
      for (const name of ['q', 'state', 'tag', 'need', 'seen']) next.delete(name);
      // The device variant is part of the path.
      void navigate({ pathname: paths.machines(), search: next.toString() }, { replace: true });
    },
  };
}
