import { applyDefaults } from '@berth/contract/profile/defaults';
import { isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import type Type from 'typebox';

/** The new position of a list's entry, or undefined if removed. */
export type Moves = (position: number) => number | undefined;

/** The list with the entry moved to another position. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...entries.slice(from, from + 1), ...rest.slice(to)];
}

/** The list without the entry. */
export function removed<Entry>(entries: readonly Entry[], at: number): Entry[] {
  return entries.filter((_, index) => index !== at);
}

/** The list with an entry inserted at the position. */
export function inserted<Entry>(entries: readonly Entry[], at: number, entry: Entry): Entry[] {
  return [...entries.slice(0, at), entry, ...entries.slice(at)];
}

export function movesOfMove(from: number, to: number): Moves {
  return (position) => {
    if (position === from) return to;
    if (from < position && position <= to) return position - 1;
    return to <= position && position < from ? position + 1 : position;
  };
}

export function movesOfRemoval(at: number): Moves {
  return (position) => (position === at ? undefined : position > at ? position - 1 : position);
}

export function movesOfInsertion(at: number): Moves {
  return (position) => (position >= at ? position + 1 : position);
}

/** A new entry: every default, and required objects, such as a tile's icon, with theirs. */
export function newEntry(schema: SchemaNode): unknown {
  if (schema.type !== 'object') return schema.default ?? (schema.type === 'string' ? '' : undefined);
  const entry = applyDefaults(schema as Type.TSchema, {});
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const objects = Object.entries(properties).filter(
    ([name, inner]) => required.includes(name) && isObject(inner) && inner.type === 'object',
  );
  const made = objects.map(([name, inner]) => [name, applyDefaults(inner as Type.TSchema, {})]);
  return { ...Object.fromEntries(made), ...(isObject(entry) ? entry : {}) };
}
