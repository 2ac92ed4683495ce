import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './schema.ts';

/**
 * Lists the columns that a store reads, for `select` and `returning`. The row type follows from them: type KeyRow =
 * RowOf<typeof COLUMNS>.
 */
export function columnsOf<Table extends keyof DB, const Column extends keyof Selectable<DB[Table]> & string>(
  _table: Table,
  columns: readonly Column[],
): RawBuilder<Readonly<Pick<Selectable<DB[Table]>, Column>>> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** A row with the listed columns; `Told` narrows the types of some, such as enumerations. */
export type RowOf<Columns, Told extends object = object> =
  Columns extends RawBuilder<infer Row> ? Readonly<Omit<Row, keyof Told> & Told> : never;
