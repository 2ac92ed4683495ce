import { childSchema, isObject, type SchemaNode } from './defaults.ts';
import { below } from './pointer.ts';
import { closestEntries } from './secrets-pairing.ts';

/**
 * Secrets in a definition are the texts whose schema says `writeOnly`. They are encrypted at rest, the console reads a
 * mask in their place, and a change that carries the mask keeps the value (design, "secrets in profiles").
 */

/** What stands for a secret. Eight characters, so that it passes wherever a Wi-Fi password does. */
export const SECRET_MASK = '••••••••';

/** A copy in which every secret text is replaced; `replace` gets the text and its JSON pointer. */
export function mapSecrets(
  schema: SchemaNode,
  value: unknown,
  replace: (secret: string, pointer: string) => string,
  pointer = '',
): unknown {
  if (schema.writeOnly === true) return typeof value === 'string' ? replace(value, pointer) : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isObject(items)) return value;
    return value.map((entry, index) => mapSecrets(items, entry, replace, below(pointer, index)));
  }
  if (!isObject(value)) return value;
  return mapFields(value, (key, entry) => {
    const inner = childSchema(schema, key);
    return inner ? mapSecrets(inner, entry, replace, below(pointer, key)) : entry;
  });
}

/** JSON pointers of all secrets that have a value. */
export function secretPointers(schema: SchemaNode, value: unknown): string[] {
  const pointers: string[] = [];
  mapSecrets(schema, value, (secret, pointer) => {
    if (secret !== '') pointers.push(pointer);
    return secret;
  });
  return pointers;
}

/** A copy that may be shown: every secret that has a value is the mask. */
export function mask(schema: SchemaNode, value: unknown): unknown {
  return mapSecrets(schema, value, (secret) => (secret === '' ? '' : SECRET_MASK));
}

/**
 * A copy of `next` in which masks are the values they stood for in `previous`. List entries are paired by what is
 * visible of them, so that a removed or moved account does not hand its password to another. A mask that nothing was
 * found for stays: see `unresolvedMasks`.
 */
export function unmask(schema: SchemaNode, previous: unknown, next: unknown): unknown {
  if (schema.writeOnly === true) return next === SECRET_MASK && typeof previous === 'string' ? previous : next;
  if (Array.isArray(next)) {
    const { items } = schema;
    if (!isObject(items)) return next;
    const before = Array.isArray(previous) ? previous : [];
    const visible = before.map((entry) => mask(items, entry));
    const partners = closestEntries(visible, next);
    return next.map((entry, index) => unmask(items, before[partners[index] ?? -1], entry));
  }
  if (!isObject(next)) return next;
  const before = isObject(previous) ? previous : {};
  return mapFields(next, (key, entry) => {
    const inner = childSchema(schema, key);
    return inner ? unmask(inner, Object.hasOwn(before, key) ? before[key] : undefined, entry) : entry;
  });
}

/** JSON pointers of masks that stand for nothing: the person has to enter these secrets again. */
export function unresolvedMasks(schema: SchemaNode, value: unknown): string[] {
  const pointers: string[] = [];
  mapSecrets(schema, value, (secret, pointer) => {
    if (secret === SECRET_MASK) pointers.push(pointer);
    return secret;
  });
  return pointers;
}

function mapFields(value: SchemaNode, change: (key: string, entry: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, change(key, entry)]));
}
