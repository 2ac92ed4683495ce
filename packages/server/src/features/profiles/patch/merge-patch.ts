import { isObject } from '@berth/contract/profile/nodes';
/** Applies a JSON merge patch (RFC 7396): objects merge, null removes, anything else replaces. Changes neither. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const before = isObject(target) ? target : {};
  const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(patch, key));
  const merged = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, mergePatch(Object.hasOwn(before, key) ? before[key] : undefined, value)] as const);
  return Object.fromEntries([...kept, ...merged]);
}
