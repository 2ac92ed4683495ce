/**
 * Makes a thing when it is first asked for, and hands out the same one from then on. For formatters above all: each
 * costs a slow machine some ten milliseconds, and the first screen needs none of them.
 */
export function kept<Key extends readonly (string | undefined)[], Thing extends object>(
  make: (...key: Key) => Thing,
): (...key: Key) => Thing {
  const things = new Map<string, Thing>();
  return (...key) => {
    const name = key.join(' ');
    const thing = things.get(name) ?? make(...key);
    things.set(name, thing);
    return thing;
  };
}
