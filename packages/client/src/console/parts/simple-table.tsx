import type { ReactNode } from 'react';
import styles from './simple-table.module.css';

interface SimpleTableProps {
  readonly label: string;
  /** Words of the columns; empty for the one column of buttons. */
  readonly head: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table; on phones each row becomes a card with the columns' words before the values. */
export function SimpleTable({ label, head, rows }: SimpleTableProps): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((name) =>
            name === '' ? (
              <td key="actions" />
            ) : (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, column) => (
              <td
                key={head[column] || `${column}`}
                data-label={head[column] || undefined}
                data-long={mayBreak(cell, column) || undefined}
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

/** No word is this long; addresses and names of machines are. */
const LONG = /\S{24}/;

/** Whether a cell may break anywhere: otherwise it stays as wide as its longest word. What links, stands first. */
function mayBreak(cell: ReactNode, column: number): boolean {
  return typeof cell === 'string' ? LONG.test(cell) : column === 0;
}
