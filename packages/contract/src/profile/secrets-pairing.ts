import { isObject } from './nodes.ts';

/**
 * For each entry of `next` the index of the entry of `previous` that it most likely was: an equal one, at the same
 * position if possible, else the unassigned one with the most equal fields. undefined without equal fields.
 */
export function closestEntries(previous: readonly unknown[], next: readonly unknown[]): (number | undefined)[] {
  const before = previous.map(fingerprint);
  const partners = next.map((entry, index): number | undefined => {
    const print = fingerprint(entry);
    const found = before[index] === print ? index : before.indexOf(print);
    return found === -1 ? undefined : found;
  });
  const claimed = new Set(partners);
  return next.map((entry, index) => {
    if (partners[index] !== undefined) return partners[index];
    const best = mostSimilar(previous, entry, index, claimed);
    if (best !== undefined) claimed.add(best);
    return best;
  });
}

function mostSimilar(
  previous: readonly unknown[],
  entry: unknown,
  index: number,
  claimed: ReadonlySet<number | undefined>,
): number | undefined {
  const ranked = previous
    .map((candidate, at) => ({ at, shared: sharedFields(candidate, entry) }))
    .filter(({ at, shared }) => shared > 0 && !claimed.has(at))
    .sort((a, b) => b.shared - a.shared || Number(b.at === index) - Number(a.at === index) || a.at - b.at);
  return ranked[0]?.at;
}

function sharedFields(a: unknown, b: unknown): number {
  if (!isObject(a) || !isObject(b)) return 0;
  return Object.keys(b).filter((key) => Object.hasOwn(a, key) && fingerprint(a[key]) === fingerprint(b[key])).length;
}

/** JSON with sorted keys: databases and forms may reorder them. */
function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
