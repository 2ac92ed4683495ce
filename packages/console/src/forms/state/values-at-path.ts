import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';

/** The keys of a path: keys and positions joined by dots; the empty path is the whole. */
export function keysOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** The path of a part of the value at a path. */
export function innerPath(path: string, ...keys: readonly (string | number)[]): string {
  return (path === '' ? keys : [path, ...keys]).join('.');
}

/** The value at a path; undefined if there is none. */
export function valueAt(data: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((value, key) => memberOf(value, key), data);
}

/** A copy with another value at the path, sharing the rest; undefined removes the field. */
export function withValueAt(data: unknown, path: string, value: unknown): unknown {
  return replaceIn(data, keysOf(path), value);
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAtPointer(data: unknown, pointer: string): unknown {
  return pointerKeys(pointer).reduce<unknown>((value, key) => memberOf(value, key), data);
}

/** A copy with another value at the JSON pointer, sharing the rest. */
export function withValueAtPointer(data: unknown, pointer: string, value: unknown): unknown {
  return replaceIn(data, pointerKeys(pointer), value);
}

function replaceIn(data: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(data)) {
    return data.map((entry, index) => (index === Number(key) ? replaceIn(entry, rest, value) : entry));
  }
  const fields = isObject(data) ? data : {};
  const inner = replaceIn(Object.hasOwn(fields, key) ? fields[key] : undefined, rest, value);
  if (inner !== undefined) return { ...fields, [key]: inner };
  const { [key]: _, ...others } = fields;
  return others;
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
