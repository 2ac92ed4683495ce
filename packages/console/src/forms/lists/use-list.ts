import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { SchemaNode } from '@berth/contract/profile/nodes';
import { useState } from 'react';
import { flushPendingEdits } from '../controls/use-edit.ts';
import { useDefinition, useForm } from '../form-context.tsx';
import { valueAt } from '../state/values-at-path.ts';
import {
  inserted,
  type Moves,
  moved,
  movesOfInsertion,
  movesOfMove,
  movesOfRemoval,
  newEntry,
  removed,
} from './entries.ts';
import { sessionListAt, withMovedSessions, withReferencesOf } from './session-references.ts';

/** A removed entry that can be restored. */
export interface RemovedEntry {
  readonly entry: unknown;
  readonly at: number;
  /** The previous definition, whose references to sessions are restored with the entry. */
  readonly definition: ProfileDefinition | undefined;
}

export interface List {
  readonly ids: readonly string[];
  /** Adds an entry at the end, or the given one at a position; returns its row ID. */
  readonly add: (entry?: unknown, at?: number) => string;
  readonly move: (from: number, to: number) => void;
  readonly remove: (at: number) => void;
  readonly lastRemoved: RemovedEntry | undefined;
  /** Restores the entry removed last, and its references. */
  readonly restore: () => void;
}

/** Operations on the list at a path. References to sessions follow the sessions. */
export function useList(path: string, itemSchema: SchemaNode, length: number): List {
  const { store, configptr, changeDefinition } = useForm();
  const rows = useRowIds(length);
  const [lastRemoved, setLastRemoved] = useState<RemovedEntry>();
  const definition = useDefinition();
  const sessions = sessionListAt(configptr, path);

  function entriesNow(): readonly unknown[] {
    // Uncommitted input belongs to an entry that may be about to move.
    flushPendingEdits();
    const entries = valueAt(store.state().data, path);
    return Array.isArray(entries) ? entries : [];
  }
  function changeTo(entries: readonly unknown[], moves: Moves): void {
    store.change(path, entries);
    if (sessions) changeDefinition((now) => withMovedSessions(now, sessions, moves));
  }

  return {
    ids: rows.ids,
    lastRemoved,
    add(entry, position) {
      const before = entriesNow();
      const at = position ?? before.length;
      const id = rows.newId();
      rows.change((ids) => inserted(ids, at, id));
      changeTo(inserted(before, at, entry ?? newEntry(itemSchema)), movesOfInsertion(at));
      setLastRemoved(undefined);
      return id;
    },
    move(from, to) {
      const before = entriesNow();
      rows.change((ids) => moved(ids, from, to));
      changeTo(moved(before, from, to), movesOfMove(from, to));
      setLastRemoved(undefined);
    },
    remove(at) {
      const before = entriesNow();
      rows.change((ids) => removed(ids, at));
      changeTo(removed(before, at), movesOfRemoval(at));
      setLastRemoved({ entry: before[at], at, definition });
    },
    restore() {
      if (!lastRemoved) return;
      const { entry, at, definition: earlier } = lastRemoved;
      rows.change((ids) => inserted(ids, at, rows.newId()));
      store.change(path, inserted(entriesNow(), at, entry));
      if (earlier && sessions) changeDefinition((now) => withReferencesOf(now, earlier));
      setLastRemoved(undefined);
    },
  };
}

let last = 0;

function newId(): string {
  last += 1;
  return `row-${last}`;
}

export interface RowIds {
  readonly ids: readonly string[];
  /** Applies a change of the entries to the row IDs, so that a row keeps its identity. */
  readonly change: (change: (ids: readonly string[]) => readonly string[]) => void;
  readonly newId: () => string;
}

/** IDs for a list's entries, which have none of their own. */
function useRowIds(length: number): RowIds {
  const [ids, setIds] = useState<readonly string[]>(() => Array.from({ length }, newId));
  // The list was replaced from elsewhere: rows at the same position count as the same.
  const fitting = ids.length === length ? ids : Array.from({ length }, (_, index) => ids[index] ?? newId());
  if (fitting !== ids) setIds(fitting);
  return { ids: fitting, change: setIds, newId };
}
