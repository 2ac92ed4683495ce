import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { MachineFilter } from './filter.ts';
import { MACHINE_STATES, type MachineState } from './machine-state.ts';

export interface MachineView {
  readonly filter: MachineFilter;
  readonly sort: string;
  readonly setText: (text: string) => void;
  readonly setState: (state: MachineState | undefined) => void;
  readonly setSort: (sort: string) => void;
}

/** What of the machines is shown and how, kept in the address so that a view can be sent to a colleague. */
export function useMachineView(): MachineView {
  const [query, setQuery] = useSearchParams();
  const text = query.get('q') ?? '';
  const state = MACHINE_STATES.find((each) => each === query.get('state'));
  const sort = query.get('sort') ?? 'name';
  const filter = useMemo(() => ({ text, state }), [text, state]);
  const set = (name: string, value: string | undefined) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return {
    filter,
    sort,
    setText: (next) => set('q', next),
    setState: (next) => set('state', next),
    setSort: (next) => set('sort', next === 'name' ? undefined : next),
  };
}
