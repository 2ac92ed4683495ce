import { isObject } from '../profile/nodes.ts';
import { cleanName } from '../rules/text.ts';

/** A name as the server compares it. */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase();
}

/** JSON with sorted keys: equal values are equal texts. Fields that are undefined do not count. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}
