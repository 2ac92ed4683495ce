import { isObject } from '@berth/contract/profile/nodes';
import { keysOf, valueAt } from '../state/at.ts';

/** The different names in a list beside the field at the path; entries without a name yet are left out. */
export function namesOfEntries(data: unknown, path: string, list: string, nameField: string): string[] {
  const entries = valueAt(data, [...keysOf(path).slice(0, -1), list].join('.'));
  const names = (Array.isArray(entries) ? entries : []).map((entry) =>
    isObject(entry) ? entry[nameField] : undefined,
  );
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))];
}
