/** Deeper than any message. */
const LEVELS_MAX = 200;

/**
 * Whether a parsed JSON value is nested too deeply. Writing or copying a value overflows the stack at some thousand levels,
 * and parsing does not: check what others send before it is passed on.
 */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= LEVELS_MAX; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
