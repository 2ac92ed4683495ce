import { useState } from 'react';

let last = 0;

function newId(): string {
  last += 1;
  return `row-${last}`;
}

export interface RowIds {
  readonly ids: readonly string[];
  /** Does to the names what is done to the entries, so that a row stays itself wherever it goes. */
  readonly change: (change: (ids: readonly string[]) => readonly string[]) => void;
  readonly newId: () => string;
}

/** Names for a list's entries, which have none of their own. */
export function useRowIds(length: number): RowIds {
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length }, newId));
  // The list was replaced from elsewhere: rows at the same position are taken for the same.
  const fitting = ids.length === length ? ids : Array.from({ length }, (_, index) => ids[index] ?? newId());
  if (fitting !== ids) setIds(fitting);
  return { ids: fitting, change: setIds, newId };
}
