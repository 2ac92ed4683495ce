import { isObject } from '../profile/nodes.ts';
import { entryKeys, hasFields, type Place, placeBelow } from './lists.ts';
import { root } from './root.ts';

/**
 * A definition, or a part of one, with another part in it: values of the part replace values, entries of lists are
 * matched by their key, and new ones are added at the end.
 */
export function withPart(definition: object, part: object): Record<string, unknown> {
  return merged(root(), definition, part) as Record<string, unknown>;
}

function merged(place: Place, before: unknown, part: unknown): unknown {
  if (place.kind === 'list' && Array.isArray(part)) return mergedList(place, Array.isArray(before) ? before : [], part);
  if (!isObject(before) || !isObject(part) || !hasFields(place.schema, place.pattern)) return part;
  const fields = Object.entries(part).map(([key, value]) => {
    const field = placeBelow(place, key);
    return [key, field ? merged(field, before[key], value) : value];
  });
  return { ...before, ...Object.fromEntries(fields) };
}

function mergedList(place: Place, before: readonly unknown[], part: readonly unknown[]): unknown[] {
  const entry = placeBelow(place, '');
  if (!entry) return [...part];
  const result = [...before];
  const known = entryKeys(place.pattern, before);
  for (const [index, key] of entryKeys(place.pattern, part).entries()) {
    const at = known.indexOf(key);
    if (at === -1) result.push(part[index]);
    else result[at] = merged(entry, before[at], part[index]);
  }
  return result;
}
