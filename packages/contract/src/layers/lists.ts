import { childSchema, isObject, type SchemaNode } from '../profile/nodes.ts';
import { pointerKeys } from '../profile/pointer.ts';

/**
 * Lists merge by key, never by position: this field of an entry is its key. A list of texts is not listed: each text is
 * its own key. `*` stands for an entry of a list.
 */
const KEY_FIELDS: Readonly<Record<string, string>> = {
  '/thinhoc/sessions/rdp': 'display_name',
  '/thinhoc/sessions/webapp': 'display_name',
  '/thinhoc/sessions/webbrowser/*/search_engine_providers': 'name',
  '/thinhoc/sip/accounts': 'user',
  '/thinhoc/customization/dashboard/layouts': 'name',
  '/thinhoc/customization/dashboard/layouts/*/layout': 'id',
  '/thinhoc/customization/custom_ping_indicators': 'name',
  '/thinhoc/screensaver/slides': 'title',
};

/** A profile has at most one free browser (spec chapter 5): layers speak of it whatever it is called. */
const ONLY_ENTRY: Readonly<Record<string, string>> = { '/thinhoc/sessions/webbrowser': 'browser' };

/** Apps are paid for by the profile, and its version is its own: layers neither change nor lock them. */
const OF_THE_PROFILE = ['/version', '/thinhoc/apps'];

export function isOfTheProfile(path: string): boolean {
  return OF_THE_PROFILE.some((own) => path === own || path.startsWith(`${own}/`));
}

/** Lists of objects that people name, outside of other lists. */
export const ENTRY_LISTS: readonly string[] = [...Object.keys(KEY_FIELDS), ...Object.keys(ONLY_ENTRY)].filter(
  (path) => !path.includes('*'),
);

/** The key of an entry of one of these lists, by its name; the only entry of a list needs none. */
export function keyOfEntry(list: string, name: string): string {
  return ONLY_ENTRY[list] ?? asKey(name);
}

/** Values that are meaningless in parts: they are replaced as a whole. */
const WHOLE: ReadonlySet<string> = new Set([
  '/thinhoc/apps/enabled',
  '/thinhoc/apps/installed',
  '/thinhoc/apps/instances',
  '/thinhoc/kiosk',
  '/thinhoc/autostart/*',
  '/thinhoc/customization/dashboard/layouts/*/layout/*/widget',
]);

export type Kind = 'section' | 'list' | 'entry' | 'field';

/** A place of the definition: its kind, its schema, and its path with `*` for entries. */
export interface Place {
  readonly kind: Kind;
  readonly schema: SchemaNode;
  readonly pattern: string;
}

export function rootPlace(schema: SchemaNode): Place {
  return { kind: 'section', schema, pattern: '' };
}

/** A field of a section or entry, or an entry of a list; undefined if there is none. */
export function placeBelow({ kind, schema, pattern }: Place, key: string): Place | undefined {
  if (kind === 'field') return undefined;
  if (kind === 'list') {
    const { items } = schema;
    const entry = `${pattern}/*`;
    return isObject(items) ? { kind: 'entry', schema: items, pattern: entry } : undefined;
  }
  // An entry that is one text, or one whole value, has no fields.
  if (kind === 'entry' && !hasFields(schema, pattern)) return undefined;
  const inner = childSchema(schema, key);
  if (!inner) return undefined;
  const below = `${pattern}/${key}`;
  return { kind: kindOf(inner, below), schema: inner, pattern: below };
}

/** The place that a path names. */
export function placeAt(root: Place, path: string): Place | undefined {
  return pointerKeys(path).reduce<Place | undefined>((place, key) => place && placeBelow(place, key), root);
}

/** Whether an entry or section consists of fields that merge one by one. */
export function hasFields(schema: SchemaNode, pattern: string): boolean {
  return schema.type === 'object' && !WHOLE.has(pattern);
}

function kindOf(schema: SchemaNode, pattern: string): Kind {
  if (WHOLE.has(pattern)) return 'field';
  if (schema.type === 'array') return 'list';
  return schema.type === 'object' ? 'section' : 'field';
}

/**
 * The keys of a list's entries, in order, each once. Entries of one name are told apart by a number: a profile may have
 * two such tiles. With a key in common, entries would merge, and one could get the other's secret.
 */
export function entryKeys(pattern: string, entries: readonly unknown[]): string[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const name = ONLY_ENTRY[pattern] ?? keyText(entry, KEY_FIELDS[pattern]);
    let key = name;
    for (let number = 2; taken.has(key); number += 1) key = `${name}#${number}`;
    taken.add(key);
    return key;
  });
}

/** Whether an entry has all that it requires; otherwise it changes one of another layer, and alone it is none. */
export function isComplete({ schema }: Pick<Place, 'schema'>, entry: unknown): boolean {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const needed = required.filter((field) => !('default' in Object(properties[field])));
  return isObject(entry) && needed.every((field) => Object.hasOwn(entry, field));
}

/** The field whose text is an entry's key. */
export function keyField(pattern: string): string | undefined {
  return KEY_FIELDS[pattern];
}

/** A name as a key: capital letters make no other one. */
export function asKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

function keyText(entry: unknown, field: string | undefined): string {
  const text = isObject(entry) && field !== undefined ? entry[field] : entry;
  const key = typeof text === 'string' ? asKey(text) : '';
  return key === '' ? `=${checksum(JSON.stringify(entry) ?? '')}` : key;
}

/** FNV-1a, for entries without a name: the same content is the same entry. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
