/** Number of files that the symbols are split into: about twenty symbols and 2 kB compressed in each. */
export const SYMBOL_BUCKETS = 256;

/** The file of a symbol: FNV-1a of its name, so that build and page agree without a table. */
export function symbolBucket(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % SYMBOL_BUCKETS;
}
