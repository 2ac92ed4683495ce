import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createColumnHelper,
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useState } from 'react';
import styles from './data-table.module.css';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});

const ROW_PX = 52;
const HEAD_PX = 40;

export interface Column<Item> {
  readonly id: string;
  /** Words of the head; read out but not shown where `quiet`. */
  readonly header: string;
  readonly quiet?: boolean;
  /** CSS grid track. */
  readonly track: string;
  /** What to sort by; without it the column does not sort. */
  readonly value?: (item: Item) => string | number;
  readonly cell: (item: Item) => ReactNode;
  /** On phones: beside the first line, below it, or not shown. */
  readonly narrow: 'first' | 'end' | 'below' | 'hidden';
}

interface DataTableProps<Item extends object> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => string;
  /** Column, and a minus before it for descending; kept in the address by the page. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** What stands where no item is. */
  readonly empty: ReactNode;
}

/**
 * A table that renders only the rows in sight: ten thousand scroll like ten.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>): ReactNode {
  const { label, items, columns, idOf, sort, onSort, empty } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Item>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((item: Item) => column.value?.(item) ?? '', {
          id: column.id,
          enableSorting: column.value !== undefined,
          sortFn: 'alphanumeric',
        }),
      ),
    );
  }, [columns]);
  const sorting: SortingState = [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
  const table = useTable({
    features,
    columns: definitions,
    data: items,
    getRowId: idOf,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      if (next) onSort((next.desc ? '-' : '') + next.id);
    },
  });
  const { rows } = table.getRowModel();
  const tracks = columns.map(({ track }) => track).join(' ');
  return (
    <div className={styles.frame} ref={setScroller} style={{ '--tracks': tracks }}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead className={styles.head}>
          <tr className={styles.headRow}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <Rows scroller={scroller} rows={rows} columns={columns} />
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}

interface RowsProps<Item extends object> {
  /** State, not a ref: the rows are measured once it is there. */
  readonly scroller: HTMLDivElement | null;
  readonly rows: readonly Row<typeof features, Item>[];
  readonly columns: readonly Column<Item>[];
}

function Rows<Item extends object>({ scroller, rows, columns }: RowsProps<Item>): ReactNode {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: HEAD_PX,
    overscan: 8,
  });
  return (
    <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((virtual) => {
        const row = rows[virtual.index];
        if (!row) return null;
        return (
          <tr
            key={row.id}
            ref={virtualizer.measureElement}
            data-index={virtual.index}
            className={styles.row}
            aria-rowindex={virtual.index + 2}
            style={{ transform: `translateY(${virtual.start - HEAD_PX}px)` }}
          >
            {columns.map((column) => (
              <td key={column.id} className={styles.cell} data-narrow={column.narrow}>
                {column.cell(row.original)}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function HeadCell<Item extends object>({
  column,
  sort,
  onSort,
}: {
  readonly column: Column<Item>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}): ReactNode {
  const isSorted = sort.replace(/^-/, '') === column.id;
  const isDescending = sort.startsWith('-');
  const Icon = isDescending ? IconArrowDown : IconArrowUp;
  const order = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? order : undefined} className={styles.headCell}>
      {column.value ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(isSorted && !isDescending ? `-${column.id}` : column.id)}
        >
          {column.header}
          {isSorted && <Icon size={14} stroke={2} aria-hidden />}
        </button>
      ) : (
        <span className={column.quiet ? 'visually-hidden' : undefined}>{column.header}</span>
      )}
    </th>
  );
}
