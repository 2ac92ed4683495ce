/**
 * Memoizes a factory by its arguments. Mainly for formatters: each costs a slow machine about ten milliseconds, and the
 * first screen needs none.
 */
export function memoize<Key extends readonly (string | undefined)[], Thing extends object>(
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
