import type { Machine } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, useCallback, useRef, useState } from 'react';
import { LoadError } from '../../parts/loading.tsx';
import { useLive } from '../use-live.ts';
import { MachineGrid, type Range } from './machine-grid.tsx';
import { hasSamePages, useMachineRows, withRowsAhead } from './use-machine-rows.ts';

interface MachineTableProps extends Omit<ComponentProps<typeof MachineGrid>, 'at' | 'onRange'> {
  readonly orgId: OrganizationId;
  readonly query: { readonly where: object; readonly order: readonly string[] };
}

/** The visible rows with their live state; scrolling rerenders only this part of the page. */
export function MachineTable({ orgId, query, ...grid }: MachineTableProps): ReactNode {
  const [pages, setPages] = useState(FIRST);
  const [range, setRange] = useState(FIRST);
  const seen = useRef(FIRST);
  const { count } = grid;
  // The live state is requested when scrolling stops; the list's pages already on the way there.
  const rest = useDebouncedCallback(setRange, REST_MS);
  const onRange = useCallback(
    (next: Range) => {
      const wanted = withRowsAhead(seen.current, next, count);
      seen.current = next;
      setPages((before) => (hasSamePages(before, wanted) ? before : wanted));
      rest(next);
    },
    [rest, count],
  );
  const rows = useMachineRows(orgId, query, pages);
  const inSight = Array.from({ length: range.last - range.first + 1 }, (_, step) => rows.at(range.first + step));
  const live = useLive(
    orgId,
    inSight.flatMap((machine) => machine?.id ?? []),
  );
  const merged = useMerging();
  if (rows.error !== undefined) return <LoadError error={rows.error} retry={rows.retry} />;
  const at = (index: number) => {
    const machine = rows.at(index);
    return machine && merged(machine, live.get(machine.id));
  };
  return <MachineGrid {...grid} at={at} onRange={onRange} />;
}

const FIRST: Range = { first: 0, last: 20 };
const REST_MS = 100;

type Merged = readonly [machine: Machine, live: Partial<Machine> | undefined, both: Machine];

/** A machine with its live state, the same object while both are unchanged: its row is then not rerendered. */
function useMerging(): (machine: Machine, live: Partial<Machine> | undefined) => Machine {
  const known = useRef(new Map<MachineId, Merged>());
  return (machine, live) => {
    const before = known.current.get(machine.id);
    if (before && before[0] === machine && before[1] === live) return before[2];
    const both = live ? { ...machine, ...live } : machine;
    known.current.set(machine.id, [machine, live, both]);
    return both;
  };
}
