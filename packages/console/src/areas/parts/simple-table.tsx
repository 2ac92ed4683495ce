import type { ReactNode } from 'react';
import styles from './simple-table.module.css';

interface SimpleTableProps {
  readonly label: string;
  /** Words of the columns; empty for the one column of buttons. */
  readonly head: readonly string[];
  /** Words of the columns whose numbers stand one below the other: sums, counts. */
  readonly numbers?: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

/** A short table; on phones each row becomes a card with the columns' words before the values. */
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
        {rows.map(({ id, cells }) => (
          <tr key={id}>
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

/** No word is this long; addresses and names of machines are. */
const LONG = /\S{24}/;
/** Letters of a date, or of a number with its word. */
const SHORT = 12;

/**
 * Where a cell's text may break: anywhere, nowhere, else between words, which keeps the column as wide as its longest one.
 * What links, stands first.
 */
function breaksOf(cell: ReactNode, column: number): 'anywhere' | 'nowhere' | undefined {
  if (typeof cell !== 'string') return column === 0 ? 'anywhere' : undefined;
  if (LONG.test(cell)) return 'anywhere';
  return cell.length <= SHORT ? 'nowhere' : undefined;
}
