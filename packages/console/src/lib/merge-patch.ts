import { isObject } from '@berth/contract/profile/nodes';

type Values = Readonly<Record<string, unknown>>;

/**
 * The merge patch (RFC 7396) that turns one object into another: only differences, lists as a whole, null for removed
 * keys; empty if both are equal. A merge patch cannot set null; definitions contain none.
 */
export function mergePatchOf(before: Values, after: Values): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (sameJson(old, value)) continue;
    patch[key] = isObject(old) && isObject(value) ? mergePatchOf(old, value) : value;
  }
  return patch;
}

/** The object with a merge patch applied. */
export function applyMergePatch(target: Values, patch: Values): Record<string, unknown> {
  const result: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    const old = result[key];
    if (value === null) delete result[key];
    else result[key] = isObject(value) ? applyMergePatch(isObject(old) ? old : {}, value) : value;
  }
  return result;
}

/** Whether the object already has what a merge patch sets. */
export function isPatched(target: Values, patch: Values): boolean {
  return sameJson(applyMergePatch(target, patch), target);
}

/** JSON pointers of the values that a patch sets or removes. */
export function patchedPointers(patch: Values, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const pointer = `${prefix}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isObject(value) ? patchedPointers(value, pointer) : [pointer];
  });
}

/** Whether two values are the same JSON, ignoring key order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, i) => sameJson(each, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameJson(a[key], b[key]));
}
