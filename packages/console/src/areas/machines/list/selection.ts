import type { MachineId } from '@berth/contract/ids';

/** Which machines an action is meant for: those named, or everything the filter finds but a few. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<MachineId> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<MachineId> };

export const NOTHING_SELECTED: Selection = { kind: 'some', ids: new Set() };
export const ALL_SELECTED: Selection = { kind: 'all', except: new Set() };

export function isSelected(selection: Selection, id: MachineId): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** How many machines of `total` are meant. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** The selection with these machines in it, or without them. */
export function select(selection: Selection, ids: readonly MachineId[], wanted: boolean): Selection {
  const named = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  const isNamed = wanted === (selection.kind === 'some');
  for (const id of ids) {
    if (isNamed) named.add(id);
    else named.delete(id);
  }
  return selection.kind === 'some' ? { kind: 'some', ids: named } : { kind: 'all', except: named };
}

/** Ids of one call that names machines, and of one filter that leaves some out (contract, command batches). */
const NAMED_MAX = 1_000;

/** What calls for many machines are sent: several where one may not name them all. */
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
