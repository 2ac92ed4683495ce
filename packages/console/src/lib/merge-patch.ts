import { isJsonObject, sameJson } from './json.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The merge patch (RFC 7396) that turns one object into another: only what differs, lists as a whole, null for what is
 * gone. Empty when they are the same. Values that are null themselves cannot be said this way; definitions have none.
 */
export function mergePatchOf(before: Values, after: Values): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!(key in after)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (sameJson(old, value)) continue;
    patch[key] = isJsonObject(old) && isJsonObject(value) ? mergePatchOf(old, value) : value;
  }
  return patch;
}

/** The object with a merge patch applied. */
export function applyMergePatch(target: Values, patch: Values): Record<string, unknown> {
  const result: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    const old = result[key];
    if (value === null) delete result[key];
    else result[key] = isJsonObject(value) ? applyMergePatch(isJsonObject(old) ? old : {}, value) : value;
  }
  return result;
}

/** JSON pointers of the values that a patch sets or removes. */
export function patchedPointers(patch: Values, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const pointer = `${prefix}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isJsonObject(value) ? patchedPointers(value, pointer) : [pointer];
  });
}
