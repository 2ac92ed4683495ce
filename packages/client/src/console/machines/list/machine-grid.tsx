import type { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/store.ts';
import { useHasActions } from '../machine-menu.tsx';
import type { MachineColumn } from './columns.tsx';
import styles from './grid.module.css';
import { GridRow, type RowCommands } from './grid-row.tsx';
import { ALL_SELECTED, countSelected, isSelected, NOTHING_SELECTED, type Selection, select } from './selection.ts';
import { useGridKeys } from './use-grid-keys.ts';

const ROW_PX = 52;
const HEAD_PX = 40;
/** As in grid.module.css. */
const NARROW = '(max-width: 720px)';

export interface Range {
  readonly first: number;
  readonly last: number;
}

interface MachineGridProps {
  readonly count: number;
  readonly at: (index: number) => Machine | undefined;
  readonly columns: readonly MachineColumn[];
  readonly profileName: (machine: Machine) => string;
  /** Column, and a minus before it for descending; kept in the address by the page. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Which rows are in sight, or nearly. */
  readonly onRange: (range: Range) => void;
  /** What stands where no machine is. */
  readonly empty: ReactNode;
}

/** A table that has only the rows in sight: a hundred thousand scroll like ten. */
export function MachineGrid(props: MachineGridProps): ReactNode {
  const { count, at, columns, sort, onSort, selection, onSelect, onRange, empty } = props;
  const { t } = useTexts();
  // State, not a ref: the rows are measured once it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start, machine: at(index) }));
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => onRange({ first, last }), [first, last, onRange]);
  const toggle = (ids: readonly MachineId[], wanted: boolean) => onSelect(select(selection, ids, wanted));
  const keys = useGridKeys({
    count,
    at,
    rowsInSight: Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_PX) - 1),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    find: (index) => scroller?.querySelector<HTMLElement>(`[data-index="${index}"] a`) ?? null,
    selection,
    onSelect,
  });
  const selected = countSelected(selection, count);
  const commands = useCommands({
    toggle: (index, machine, wanted, isRange) => toggle(keys.meant(index, machine.id, isRange), wanted),
    focused: keys.moveTo,
  });
  const hasMenu = useHasActions();
  // On phones a row is a card of some lines; elsewhere all are as high as they are said to be.
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return (
    <div className={styles.frame} ref={setScroller} style={{ '--tracks': tracksOf(columns) }}>
      <table
        className={styles.table}
        aria-label={t('console.machines.title')}
        aria-rowcount={count + 1}
        onKeyDown={keys.onKeyDown}
      >
        <thead className={styles.head}>
          <tr className={styles.headRow}>
            <th scope="col" className={styles.headCell}>
              <input
                type="checkbox"
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < count;
                }}
                className={styles.box}
                aria-label={t('machines.select.all')}
                checked={selected > 0 && selected === count}
                onChange={(event) => onSelect(event.currentTarget.checked ? ALL_SELECTED : NOTHING_SELECTED)}
              />
            </th>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col" className={styles.headCell}>
              <span className="visually-hidden">{t('console.column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, machine }) => (
            <GridRow
              key={index}
              measure={isNarrow ? virtualizer.measureElement : undefined}
              index={index}
              offset={start - HEAD_PX}
              machine={machine}
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
    </div>
  );
}

/** The same commands for the table's whole life, which do what the latest render would do. */
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

function tracksOf(columns: readonly MachineColumn[]): string {
  return ['20px', ...columns.map(({ track }) => track), '40px'].join(' ');
}

interface HeadCellProps {
  readonly column: MachineColumn;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function HeadCell({ column, sort, onSort }: HeadCellProps): ReactNode {
  const { t } = useTexts();
  const isSorted = sort.replace(/^-/, '') === column.id;
  const isDescending = sort.startsWith('-');
  const Icon = isDescending ? IconArrowDown : IconArrowUp;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? order : undefined} className={styles.headCell}>
      {column.sorts ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(isSorted && !isDescending ? `-${column.id}` : column.id)}
        >
          {t(column.header)}
          {isSorted && <Icon size={14} stroke={2} aria-hidden />}
        </button>
      ) : (
        t(column.header)
      )}
    </th>
  );
}
