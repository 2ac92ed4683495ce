import type { ReactNode } from 'react';
import styles from './simple-table.module.css';

interface SimpleTableProps {
  readonly label: string;
  /** Column headings; empty for the column of buttons. */
  readonly head: readonly string[];
  /** Headings of numeric columns, aligned by digit: amounts, counts. */
  readonly numbers?: readonly string[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
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

/** Longer than any word; addresses and names of machines are. */
const LONG = /\S{24}/;
/** Length of a date, or of a number with its unit. */
const SHORT = 12;

/**
 * Where a cell's text may break: anywhere, nowhere, else between words, which keeps the column as wide as its longest
 * word. The linked cell is first.
 */
function breaksOf(cell: ReactNode, column: number): 'anywhere' | 'nowhere' | undefined {
  if (typeof cell !== 'string') return column === 0 ? 'anywhere' : undefined;
  if (LONG.test(cell)) return 'anywhere';
  return cell.length <= SHORT ? 'nowhere' : undefined;
}
