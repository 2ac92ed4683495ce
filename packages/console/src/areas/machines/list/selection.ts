import type { MachineId } from '@berth/contract/ids';

/** The selected machines: by ID, or all matching machines except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<MachineId> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<MachineId> };

export const NOTHING_SELECTED: Selection = { kind: 'some', ids: new Set() };
export const ALL_SELECTED: Selection = { kind: 'all', except: new Set() };

export function isSelected(selection: Selection, id: MachineId): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** Number of selected machines out of `total` matching ones. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** The selection with these machines added or removed. */
export function select(selection: Selection, ids: readonly MachineId[], wanted: boolean): Selection {
  const named = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  const isNamed = wanted === (selection.kind === 'some');
  for (const id of ids) {
    if (isNamed) named.add(id);
    else named.delete(id);
  }
  return selection.kind === 'some' ? { kind: 'some', ids: named } : { kind: 'all', except: named };
}

/** Maximum IDs per call, and maximum exclusions per filter (contract, command batches). */
const NAMED_MAX = 1_000;

/** The bodies of calls for many machines: several if their number exceeds the limit. */
export function selectorsOf(
  selection: Selection,
  where: object,
): readonly ({ readonly machineIds: MachineId[] } | { readonly filter: string })[] {
  if (selection.kind === 'all') {
    const without = selection.except.size === 0 ? [] : [{ id: { nin: [...selection.except] } }];
    return [{ filter: JSON.stringify({ where: { and: [where, ...without] } }) }];
  }
  const ids = [...selection.ids];
  const parts = Math.ceil(ids.length / NAMED_MAX);
  return Array.from({ length: parts }, (_, part) => ({
    machineIds: ids.slice(part * NAMED_MAX, (part + 1) * NAMED_MAX),
  }));
}
