/** Values that are remembered for sharing, at most. */
const SHARED_MAX = 1_000;

/** Gives the same value for equal ones, so that a fleet whose machines are alike holds it once. They must not be changed. */
export function sharing<Value>(): (value: Value) => Value {
  const known = new Map<string | undefined, Value>();
  return (value) => {
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= SHARED_MAX) known.clear();
    known.set(text, value);
    return value;
  };
}
