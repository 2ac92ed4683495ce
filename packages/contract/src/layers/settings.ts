import { defaultDefinition } from '../profile/defaults.ts';
import { isObject } from '../profile/nodes.ts';
import { below } from '../profile/pointer.ts';
import { entryKeys, hasFields, isComplete, type Place, placeBelow } from './lists.ts';
import { keyedReference } from './references.ts';
import { root } from './root.ts';

/** That a list is set, even if it has no entries. */
export const LIST = 'list';
/** That a layer brings an entry, or switches it off. Its fields are settings of their own. */
export const ENTRY = 'entry';
export const OFF = 'off';
const VALUE = 'value';

/** What a layer says at one path. Paths name entries of lists by their keys. */
export interface Setting {
  readonly path: string;
  readonly kind: typeof LIST | typeof ENTRY | typeof OFF | typeof VALUE;
  /** Of a field, or of an entry that is one value. */
  readonly value?: unknown;
}

/** A layer as people write it: a part of a definition, entries that it switches off, and paths that it locks. */
export interface LayerContent {
  readonly definition: object;
  readonly off: readonly string[];
  readonly locks: readonly string[];
}

/** What a layer says. */
export function layerSettings({ definition, off }: LayerContent): Setting[] {
  return [...settingsOf(definition, false), ...off.map((path): Setting => ({ path, kind: OFF }))];
}

/**
 * What a complete profile says: the values that differ from the product's defaults. Everywhere else the organization's
 * layers show through.
 */
export function profileSettings(definition: object): Setting[] {
  return settingsOf(definition, true);
}

const DEFAULTS: ReadonlyMap<string, string> = new Map(
  settingsOf(defaultDefinition(), false).map(({ path, value }) => [path, JSON.stringify(value)]),
);

function settingsOf(definition: object, differing: boolean): Setting[] {
  const found: Setting[] = [];
  const isDefault = ({ schema }: Place, path: string, value: unknown) => {
    if (!differing) return false;
    return JSON.stringify(value) === (DEFAULTS.get(path) ?? JSON.stringify(schema.default));
  };

  function visit(place: Place, value: unknown, path: string): void {
    if (value === undefined) return;
    if (place.kind === 'list') visitList(place, Array.isArray(value) ? value : [], path);
    else if (place.kind === 'field') visitField(place, keyed(place, value), path);
    else if (isObject(value)) visitFields(place, value, path);
  }

  function visitField(place: Place, value: unknown, path: string): void {
    if (!isDefault(place, path, value)) found.push({ path, kind: VALUE, value });
  }

  function visitFields(place: Place, value: object, path: string): void {
    for (const [key, inner] of Object.entries(value)) {
      const field = placeBelow(place, key);
      if (field) visit(field, inner, below(path, key));
    }
  }

  function visitList(place: Place, entries: readonly unknown[], path: string): void {
    const inner = placeBelow(place, '');
    if (!inner || (differing && JSON.stringify(entries) === JSON.stringify(place.schema.default ?? []))) return;
    found.push({ path, kind: LIST });
    const values = entries.map((entry) => keyed(inner, entry));
    for (const [index, key] of entryKeys(place.pattern, values).entries()) {
      visitEntry(inner, values[index], below(path, key));
    }
  }

  // An entry that lacks what it requires changes one of another layer; alone it is none.
  function visitEntry(place: Place, value: unknown, path: string): void {
    if (!hasFields(place.schema, place.pattern)) found.push({ path, kind: ENTRY, value });
    else if (isObject(value)) {
      if (isComplete(place, value)) found.push({ path, kind: ENTRY });
      visitFields(place, value, path);
    }
  }

  function keyed(place: Place, value: unknown): unknown {
    return keyedReference(place.pattern, value, definition);
  }

  visit(root(), definition, '');
  return found;
}
