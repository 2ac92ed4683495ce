import { useTexts } from '@berth/web/i18n/store.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { MachineColumn } from './columns.tsx';
import styles from './grid.module.css';
import { ALL_SELECTED, NOTHING_SELECTED, type Selection } from './selection.ts';

interface GridHeadProps {
  readonly columns: readonly MachineColumn[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly count: number;
  readonly selected: number;
  readonly onSelect: (selection: Selection) => void;
}

/** The table's header; scrolling does not rerender it. */
export const GridHead = memo(function GridHead(props: GridHeadProps): ReactNode {
  const { columns, sort, onSort, count, selected, onSelect } = props;
  const { t } = useTexts();
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} data-selected={selected > 0 || undefined}>
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
  );
});

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
