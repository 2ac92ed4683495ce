/** A name as a file's name: letters, digits and hyphens. */
function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
}

/** File names of objects, without their extension. Of objects with the same name, all but the first get their ID's beginning. */
export function fileNames<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
): ReadonlyMap<Item, string> {
  const taken = new Set<string>();
  return new Map(
    items
      .toSorted((a, b) => (a.name === b.name ? compare(a.id, b.id) : compare(a.name, b.name)))
      .map((item) => {
        const plain = slug(item.name) || item.id.slice(0, 8);
        const name = taken.has(plain) ? `${plain}-${item.id.slice(0, 8)}` : plain;
        taken.add(name);
        return [item, name];
      }),
  );
}

/** The name of an environment variable for a secret of an object: OFFICE_NETWORK_WIFI_PASSWORD. */
export function variableName(object: string, path: string): string {
  const text = slug(`${object} ${path}`).replaceAll('-', '_').toUpperCase();
  return /^[0-9]/.test(text) ? `_${text}` : text;
}

/** The order of texts, the same on every computer. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
