import type { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ALL_SELECTED, isSelected, NOTHING_SELECTED, type Selection, select } from './selection.ts';

interface GridKeysOptions {
  readonly count: number;
  readonly at: (index: number) => Machine | undefined;
  readonly rowsInSight: number;
  readonly scrollTo: (index: number) => void;
  /** The focusable element of a row; null while the row is not rendered. */
  readonly find: (index: number) => HTMLElement | null;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}

interface GridKeys {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly moveTo: (index: number) => void;
  /** The machines selected by a click on a row: with shift, the range from the previous row. */
  readonly meant: (index: number, id: MachineId, isRange: boolean) => readonly MachineId[];
}

/**
 * Keyboard control of the table: arrows, page keys, Home and End move; Space selects, with Shift a range; Ctrl+A selects
 * all matching machines, Esc none. Enter opens the machine, because the focus is on its link.
 */
export function useGridKeys(options: GridKeysOptions): GridKeys {
  const { count, at, rowsInSight, scrollTo, find, selection, onSelect } = options;
  const current = useRef(0);
  const anchor = useRef<{ readonly index: number; readonly id: MachineId | undefined }>({ index: 0, id: undefined });
  // A distant row is rendered after the list has scrolled there, and then focused.
  const awaited = useRef<number | undefined>(undefined);
  useEffect(() => settle());

  function settle(): void {
    const element = awaited.current === undefined ? null : find(awaited.current);
    if (!element) return;
    awaited.current = undefined;
    element.focus({ preventScroll: true });
  }

  function go(index: number): void {
    const next = Math.min(Math.max(0, index), count - 1);
    current.current = next;
    awaited.current = next;
    scrollTo(next);
    settle();
  }

  function meant(index: number, id: MachineId, isRange: boolean): readonly MachineId[] {
    const from = isRange ? anchorIndex() : index;
    anchor.current = { index, id };
    if (!isRange) return [id];
    const [first, last] = [Math.min(from, index), Math.max(from, index)];
    return Array.from({ length: last - first + 1 }, (_, step) => at(first + step)?.id).filter(
      (each) => each !== undefined,
    );
  }

  // The list may have been sorted anew: a range begins at the machine that was selected last, wherever it is now.
  function anchorIndex(): number {
    const { index, id } = anchor.current;
    if (id === undefined || at(index)?.id === id) return index;
    for (let row = 0; row < count; row += 1) if (at(row)?.id === id) return row;
    return index;
  }

  function toggle(isRange: boolean): void {
    const machine = at(current.current);
    if (!machine) return;
    const wanted = isRange || !isSelected(selection, machine.id);
    onSelect(select(selection, meant(current.current, machine.id, isRange), wanted));
  }

  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => current.current + 1,
    ArrowUp: () => current.current - 1,
    PageDown: () => current.current + rowsInSight,
    PageUp: () => current.current - rowsInSight,
    Home: () => 0,
    End: () => count - 1,
  };

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons, check boxes and open menus have their own keys.
    const isOnLink = event.target instanceof HTMLAnchorElement;
    if (!isOnLink || count === 0) return;
    const move = moves[event.key];
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
    if (!move && !isAll && event.key !== ' ' && event.key !== 'Escape') return;
    event.preventDefault();
    if (move) go(move());
    else if (isAll) onSelect(ALL_SELECTED);
    else if (event.key === 'Escape') onSelect(NOTHING_SELECTED);
    else toggle(event.shiftKey);
  }

  return {
    onKeyDown,
    moveTo: (index) => {
      current.current = index;
    },
    meant,
  };
}
