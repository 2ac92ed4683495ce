import { isDeepStrictEqual } from 'node:util';
import type { ProfileDifference } from '@berth/contract/api/profiles';
import { below } from '@berth/contract/profile/pointer';

/** A value in clear, for comparison, and masked, for display. */
export interface Shown {
  readonly clear: unknown;
  readonly masked: unknown;
}

/**
 * Lists the differences between two documents by path, down to the deepest objects and lists. Values are masked: a
 * changed secret is listed without its values.
 */
export function differences(before: Shown, after: Shown, path = '', inList = false): ProfileDifference[] {
  if (isDeepStrictEqual(before.clear, after.clear)) return [];
  const [one, other] = [before.clear, after.clear];
  const keys = inList ? commonKeys(one, other) : commonKeys(section(one, other), section(other, one));
  const isInList = inList || Array.isArray(one);
  if (!keys) {
    return [
      {
        path,
        ...(before.clear !== undefined && { before: before.masked }),
        ...(after.clear !== undefined && { after: after.masked }),
      },
    ];
  }
  return keys.flatMap((key) => differences(entry(before, key), entry(after, key), below(path, key), isInList));
}

/** Treats a missing section like an empty one, so that its fields are listed one by one; entries of lists are not. */
function section(one: unknown, other: unknown): unknown {
  return one === undefined && isSection(other) ? {} : one;
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}

function commonKeys(before: unknown, after: unknown): string[] | undefined {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return undefined;
  if (Array.isArray(before) !== Array.isArray(after)) return undefined;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

function entry({ clear, masked }: Shown, key: string): Shown {
  return { clear: own(clear, key), masked: own(masked, key) };
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
