import type { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useMediaQuery } from '@mantine/hooks';
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Virtualizer,
  type Range as VirtualRange,
} from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keepPosition, positionOf } from '../../parts/list-memory.ts';
import { useHasActions } from '../machine-menu.tsx';
import type { MachineColumn } from './columns.tsx';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { GridRow, type RowCommands } from './grid-row.tsx';
import { countSelected, isSelected, type Selection, select } from './selection.ts';
import { assignSlots, rowsInFull, type Slots, swapSlots } from './slots.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { usePrinting } from './use-printing.ts';

const HEAD_PX = 36;
const OVERSCAN = 8;
/** Same value as in grid.module.css. */
const NARROW = '(max-width: 720px)';

export interface Range {
  readonly first: number;
  readonly last: number;
}

interface MachineGridProps {
  readonly count: number;
  /** The view, by which its scroll position is kept. */
  readonly view: string;
  /** Height of a row; a change remounts the table. */
  readonly rowPx: number;
  readonly at: (index: number) => Machine | undefined;
  readonly columns: readonly MachineColumn[];
  readonly profileName: (machine: Machine) => string;
  /** Column, with a leading minus for descending; stored in the URL by the page. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Called with the visible rows and their neighbors. */
  readonly onRange: (range: Range) => void;
  /** Shown without machines. */
  readonly empty: ReactNode;
}

/** A virtualized table: renders only the visible rows, of up to a hundred thousand. */
export function MachineGrid(props: MachineGridProps): ReactNode {
  const { count, view, rowPx, at, columns, sort, onSort, selection, onSelect, onRange, empty } = props;
  const { t } = useTexts();
  // State instead of a ref: the rows are measured once it exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  // On phones a row is a card of variable height; elsewhere all have the same height.
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const isPrinting = usePrinting();
  const virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement> = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    initialOffset: () => positionOf(view),
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    overscan: OVERSCAN,
    rangeExtractor: (range): number[] => {
      if (isPrinting) return loadedRange(range, at);
      return isNarrow ? defaultRangeExtractor(range) : evenRange(range, (virtualizer.scrollRect?.height ?? 0) / rowPx);
    },
  });
  // The measured heights of cards do not apply to a table's rows.
  useEffect(() => (isNarrow ? () => virtualizer.measure() : undefined), [isNarrow, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => {
    if (!isPrinting) onRange({ first, last });
  }, [isPrinting, first, last, onRange]);
  useEffect(() => () => keepPosition(view, virtualizer.scrollOffset ?? 0), [view, virtualizer]);
  const toggle = (ids: readonly MachineId[], wanted: boolean) => onSelect(select(selection, ids, wanted));
  const keys = useGridKeys({
    count,
    at,
    rowsInSight: Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / rowPx) - 1),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    find: (index) => scroller?.querySelector<HTMLElement>(`[data-index="${index}"] a`) ?? null,
    selection,
    onSelect,
  });
  const slots = useRef<Slots>(new Map());
  const focused = useRef<{ readonly index: number; readonly id: MachineId | undefined }>({ index: -1, id: undefined });
  const commands = useCommands({
    toggle: (index, machine, wanted, isRange) => toggle(keys.meant(index, machine.id, isRange), wanted),
    focused: (index) => {
      focused.current = { index, id: at(index)?.id };
      keys.moveTo(index);
    },
  });
  const hasMenu = useHasActions();
  const shown = items.map(({ index }) => index);
  // A key pressed after the list was sorted anew is meant for the machine that had the focus before.
  const { index: kept, id } = focused.current;
  const moved = id === undefined || at(kept)?.id === id ? undefined : shown.find((index) => at(index)?.id === id);
  if (moved !== undefined) {
    slots.current = swapSlots(slots.current, kept, moved);
    focused.current = { index: moved, id };
    keys.moveTo(moved);
  }
  const isMoving = !isNarrow && !isPrinting && virtualizer.isScrolling;
  const full = useRef<ReadonlySet<number>>(new Set());
  full.current = rowsInFull(full.current, slots.current, shown, isMoving);
  slots.current = assignSlots(slots.current, shown, { kept: focused.current.index, inOrder: !isMoving });
  const rows = [...slots.current].map(([index, slot]) => ({
    slot,
    index,
    start: items[index - first]?.start ?? 0,
    machine: at(index),
    isFull: full.current.has(index),
  }));
  return (
    <div
      className={styles.frame}
      ref={setScroller}
      style={{ '--tracks': tracksOf(columns), '--least': leastOf(columns), '--row': `${rowPx}px` }}
    >
      <table
        className={styles.table}
        aria-label={t('console.machines.title')}
        aria-rowcount={count + 1}
        onKeyDown={keys.onKeyDown}
      >
        <GridHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          count={count}
          selected={countSelected(selection, count)}
          onSelect={onSelect}
        />
        <tbody className={styles.body} style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}>
          {rows.map(({ slot, index, start, machine, isFull }) => (
            <GridRow
              // Measured heights belong to their row.
              key={isNarrow ? index : slot}
              measure={isNarrow ? virtualizer.measureElement : undefined}
              index={index}
              offset={isPrinting ? undefined : start - HEAD_PX}
              machine={machine}
              isFull={isFull}
              columns={columns}
              profileName={machine ? props.profileName(machine) : ''}
              isSelected={machine !== undefined && isSelected(selection, machine.id)}
              hasMenu={hasMenu}
              commands={commands}
            />
          ))}
        </tbody>
      </table>
      {count === 0 && empty}
      {isPrinting && items.length < count && (
        <p className={styles.printedPart}>{t('machines.printed', { first: first + 1, last: last + 1, count })}</p>
      )}
    </div>
  );
}

/** A constant number of rows: otherwise one would be added and removed every few pixels. */
function evenRange({ startIndex, count }: VirtualRange, inSight: number): number[] {
  const length = Math.min(count, Math.ceil(inSight) + 1 + 2 * OVERSCAN);
  const first = Math.min(Math.max(0, startIndex - OVERSCAN), count - length);
  return Array.from({ length }, (_, step) => first + step);
}

/** All loaded rows around those in sight: on paper, nobody can scroll to the others. */
function loadedRange({ startIndex, endIndex, count }: VirtualRange, at: MachineGridProps['at']): number[] {
  let [first, last] = [startIndex, Math.min(endIndex, count - 1)];
  while (first > 0 && at(first - 1)) first -= 1;
  while (last < count - 1 && at(last + 1)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** Stable callbacks for the table's whole life, which do what the latest render would do. */
function useCommands(commands: RowCommands): RowCommands {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const [stable] = useState<RowCommands>(() => ({
    toggle: (index, machine, wanted, isRange) => latest.current.toggle(index, machine, wanted, isRange),
    focused: (index) => latest.current.focused(index),
  }));
  return stable;
}

/** Width of check boxes and menus, gaps between columns, and padding at both edges. */
const BOX_PX = 20;
const MENU_PX = 28;
const GAP_PX = 12;
const EDGE_PX = 24;

function tracksOf(columns: readonly MachineColumn[]): string {
  const tracks = columns.map(({ least, share }) => (share === 0 ? `${least}px` : `minmax(${least}px, ${share}fr)`));
  return [`${BOX_PX}px`, ...tracks, `${MENU_PX}px`].join(' ');
}

/** The width below which the table scrolls horizontally instead of truncating names. */
function leastOf(columns: readonly MachineColumn[]): string {
  const gaps = (columns.length + 1) * GAP_PX + 2 * EDGE_PX;
  return `${columns.reduce((sum, { least }) => sum + least, BOX_PX + MENU_PX + gaps)}px`;
}
