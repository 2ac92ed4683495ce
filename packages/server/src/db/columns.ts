import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './schema.ts';

/**
 * The columns of a table that a store reads, for `select` and `returning`. Their type is the type of its rows, so that
 * a row has what was read and nothing else: type KeyRow = RowOf<typeof COLUMNS>.
 */
export function columnsOf<Table extends keyof DB, const Column extends keyof Selectable<DB[Table]> & string>(
  _table: Table,
  columns: readonly Column[],
): RawBuilder<Readonly<Pick<Selectable<DB[Table]>, Column>>> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** A row as it was read; `Told` narrows the types of some columns, such as the texts of an enumeration. */
export type RowOf<Columns, Told extends object = object> =
  Columns extends RawBuilder<infer Row> ? Readonly<Omit<Row, keyof Told> & Told> : never;
