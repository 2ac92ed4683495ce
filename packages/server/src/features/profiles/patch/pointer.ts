/** Names that reach an object's prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits a JSON pointer (RFC 6901) into its tokens; `refuse` throws for an invalid one. */
export function tokensOf(pointer: string, refuse: (rule: string, message: string) => never): string[] {
  if (pointer === '') return [];
  if (!/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer)) return refuse('pointer', 'must be a JSON pointer such as /name');
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.some((token) => FORBIDDEN.has(token)) ? refuse('pointer', 'names a forbidden field') : tokens;
}

/** The target of a pointer. */
export interface Location {
  readonly value: unknown;
  readonly exists: boolean;
  readonly parentExists: boolean;
  /** Whether a value can be added there: as a field of an object, or at an index up to the list's end. */
  readonly insertable: boolean;
}

/** Follows a pointer through own fields only, never inherited ones. */
export function locate(document: unknown, tokens: readonly string[]): Location {
  let value = document;
  let parent: unknown;
  let missing = false;
  for (const token of tokens) {
    if (missing) return { value: undefined, exists: false, parentExists: false, insertable: false };
    parent = value;
    const found = step(parent, token);
    missing = !found;
    value = found?.value;
  }
  const isContainer = typeof parent === 'object' && parent !== null;
  return { value, exists: !missing, parentExists: isContainer, insertable: canInsert(parent, tokens.at(-1) ?? '') };
}

function step(parent: unknown, token: string): { value: unknown } | undefined {
  if (typeof parent !== 'object' || parent === null) return undefined;
  if (Array.isArray(parent)) return isIndex(token, parent.length - 1) ? { value: parent[Number(token)] } : undefined;
  return Object.hasOwn(parent, token) ? { value: (parent as Record<string, unknown>)[token] } : undefined;
}

function canInsert(parent: unknown, token: string): boolean {
  if (Array.isArray(parent)) return token === '-' || isIndex(token, parent.length);
  return typeof parent === 'object' && parent !== null;
}

function isIndex(token: string, last: number): boolean {
  return /^(?:0|[1-9][0-9]{0,8})$/.test(token) && Number(token) <= last;
}
