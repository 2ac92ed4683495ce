import { Client, type Connection, type Submittable } from 'pg';
import { type DatabaseAddress, SEARCH_PATH } from '../../db/connection.ts';

/** A column of a statement's rows. `table` and `column` are the numbers of its source; 0 for a computed column. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: number;
  readonly table: number;
  readonly column: number;
}

/** Opens a connection that asks PostgreSQL which columns statements return, without running them. */
export async function openDescriber(address: DatabaseAddress) {
  const client = new Client({ ...address, options: SEARCH_PATH });
  await client.connect();
  return {
    query: (text: string) => client.query(text),
    describe: (text: string) =>
      new Promise<readonly DescribedColumn[]>((done, failed) => {
        client.query(new Description(text, done, failed));
      }),
    close: () => client.end(),
  };
}
export type Describer = Awaited<ReturnType<typeof openDescriber>>;

interface RowDescription {
  readonly fields: readonly {
    readonly name: string;
    readonly dataTypeID: number;
    readonly tableID: number;
    readonly columnID: number;
  }[];
}

/** Parses and describes a statement without parameter values. */
class Description implements Submittable {
  readonly #text: string;
  readonly #done: (columns: readonly DescribedColumn[]) => void;
  readonly #failed: (error: Error) => void;
  #columns: readonly DescribedColumn[] = [];

  constructor(text: string, done: (columns: readonly DescribedColumn[]) => void, failed: (error: Error) => void) {
    this.#text = text;
    this.#done = done;
    this.#failed = failed;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name, dataTypeID: type, tableID: table, columnID: column }) => ({
      name,
      type,
      table,
      column,
    }));
  }

  handleError(error: Error): void {
    this.#failed(error);
  }

  handleReadyForQuery(): void {
    this.#done(this.#columns);
  }
}
