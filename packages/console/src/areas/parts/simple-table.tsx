import { ActionIcon } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { HTMLAttributes, ReactNode } from 'react';
import styles from './simple-table.module.css';

interface SimpleTableProps {
  readonly label: string;
  /** Column headings; empty for the column of buttons. */
  readonly head: readonly string[];
  /** Headings of numeric columns, aligned by digit: amounts, counts. */
  readonly numbers?: readonly string[];
  readonly rows: readonly SimpleRow[];
}

interface SimpleRow {
  readonly id: string;
  readonly cells: readonly ReactNode[];
  /** What makes a row movable: handlers of dragging, and `data-drop`, the side where a dragged row would be dropped. */
  readonly drag?: Pick<
    HTMLAttributes<HTMLTableRowElement>,
    'draggable' | 'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd'
  > & { readonly 'data-drop': 'above' | 'below' | undefined };
}

/** A small table; on phones each row becomes a card with the headings before the values. */
export function SimpleTable({ label, head, numbers = [], rows }: SimpleTableProps): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((name) =>
            name === '' ? (
              <td key="actions" />
            ) : (
              <th
                key={name}
                scope="col"
                data-breaks={name.length <= SHORT ? 'nowhere' : undefined}
                data-number={numbers.includes(name) || undefined}
              >
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells, drag }) => (
          <tr key={id} {...drag}>
            {cells.map((cell, column) => (
              <td
                key={head[column] || `${column}`}
                data-label={head[column] || undefined}
                data-breaks={breaksOf(cell, column)}
                data-number={numbers.includes(head[column] ?? '') || undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Longer than any word; addresses and names of machines are. */
const LONG = /\S{24}/;
/** Length of a date. */
const SHORT = 12;
/** A number with its unit. */
const COUNT = /^\d+ \S+$/;

/**
 * Where a cell's text may break: anywhere, nowhere, else between words, which keeps the column as wide as its longest
 * word. The linked cell is first. On phones, cells of unknown content break anywhere.
 */
function breaksOf(cell: ReactNode, column: number): 'anywhere' | 'nowhere' | 'words' | undefined {
  if (typeof cell !== 'string') return column === 0 ? 'anywhere' : undefined;
  if (LONG.test(cell)) return 'anywhere';
  return cell.length <= SHORT || COUNT.test(cell) ? 'nowhere' : 'words';
}

/** The buttons of a row. */
export function RowActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.actions}>{children}</span>;
}

interface RowActionProps {
  readonly icon: TablerIcon;
  /** Names the row, too: a table has many of them. */
  readonly label: string;
  readonly onClick: () => void;
}

/** A button with an icon, for one row. */
export function RowAction({ icon: Icon, label, onClick }: RowActionProps): ReactNode {
  return (
    <ActionIcon variant="subtle" size={36} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
