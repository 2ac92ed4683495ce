/** Output: tables for people, JSON for programs. */
export interface Output {
  readonly json: boolean;
  /** Prints a list: as JSON, or one row per item. */
  list<Item>(items: readonly Item[], columns: Readonly<Record<string, (item: Item) => unknown>>): void;
  /** Prints one object: as JSON, or as the given lines. */
  show(value: unknown, lines: readonly string[]): void;
  /** Prints a message for people, to stderr. */
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

/** Replaces control characters, so that names and log lines cannot move the cursor or color the terminal. */
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
