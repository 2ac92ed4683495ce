/** Where words and figures go: a table for people, JSON for programs. */
export interface Output {
  readonly json: boolean;
  /** What was asked for: the value itself as JSON, or a row for each item. */
  list<Item>(items: readonly Item[], columns: Readonly<Record<string, (item: Item) => unknown>>): void;
  /** One thing: as JSON, or the lines that say it. */
  show(value: unknown, lines: readonly string[]): void;
  /** For people alone, beside what was asked for. */
  note(text: string): void;
}

export function createOutput(json: boolean, out: (text: string) => void, err: (text: string) => void): Output {
  return {
    json,
    list: (items, columns) => {
      if (json) return out(JSON.stringify(items, null, 2));
      const names = Object.keys(columns);
      const rows = items.map((item) => Object.values(columns).map((read) => printable(read(item))));
      for (const line of table([names.map((name) => name.toUpperCase()), ...rows])) out(line);
    },
    show: (value, lines) => {
      if (json) return out(JSON.stringify(value, null, 2));
      for (const line of lines) out(line);
    },
    note: (text) => err(text),
  };
}

/** Nothing that a name or a log line holds can move the cursor or color the terminal. */
export function printable(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return String(value).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
