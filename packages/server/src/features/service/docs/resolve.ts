/** A part of the API's document with what it refers to put in its place. */
interface Resolved {
  readonly spec: unknown;
  readonly errors: readonly never[];
}

/**
 * Reads a part of the document for the viewer, in place of the viewer's own way: that one works through the whole
 * document for each part, for seconds. A reference into itself stays a reference.
 *
 * Runs in the reader's browser, from its own text: it uses nothing from outside of it.
 *
 * @param path keys from the document's root to the part.
 */
export async function resolveSubtree(document: unknown, path: readonly string[]): Promise<Resolved> {
  const under = new Set<string>();
  function at(keys: readonly string[]): unknown {
    return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
  }
  function resolved(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(resolved);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && $ref.startsWith('#/')) return under.has($ref) ? node : target($ref);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  }
  function target(reference: string): unknown {
    under.add(reference);
    const keys = reference.slice(2).split('/');
    const found = resolved(at(keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))));
    under.delete(reference);
    return found;
  }
  return { spec: resolved(at(path)), errors: [] };
}
