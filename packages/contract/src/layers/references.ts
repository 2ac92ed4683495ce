import { isObject } from '../profile/nodes.ts';
import { asKey, entryKeys } from './lists.ts';

/** Where sessions are referenced by their position, which merging changes: kiosk mode and autostart. */
const REFERENCES: ReadonlySet<string> = new Set(['/thinhoc/kiosk', '/thinhoc/autostart/*']);

export function isReference(pattern: string): boolean {
  return REFERENCES.has(pattern);
}

/** A reference by the session's key, as it is merged. */
interface KeyedReference {
  readonly session_type: unknown;
  readonly session: string;
}

/**
 * A reference to a session by its key in the definition's own lists. A layer may name the session itself (`session`);
 * references to an app's sessions stay as they are, because layers do not change apps.
 */
export function keyedReference(pattern: string, value: unknown, definition: object): unknown {
  if (!isReference(pattern) || !isObject(value) || value.app_instance) return value;
  const { session_type, session_index, session } = value;
  if (session_type === 'none') return { session_type: 'none', session_index: 0 };
  if (typeof session === 'string') return { session_type, session: asKey(session) } satisfies KeyedReference;
  const key = keysOf(definition, session_type)[Number(session_index)];
  return { session_type, session: key ?? `#${Number(session_index)}` } satisfies KeyedReference;
}

/** A merged definition with its references by position again. A reference to a missing session is omitted. */
export function withPositions(definition: Record<string, unknown>, keys: ReadonlyMap<string, readonly string[]>): void {
  const { thinhoc } = definition;
  if (!isObject(thinhoc)) return;
  const changed: Record<string, unknown> = { ...thinhoc };
  const positioned = (value: unknown): unknown => {
    if (!isObject(value) || typeof value.session !== 'string') return value;
    const { session_type, session } = value;
    const session_index = keys.get(`/thinhoc/sessions/${session_type}`)?.indexOf(session) ?? -1;
    return session_index === -1 ? undefined : { session_type, session_index };
  };
  if (Array.isArray(thinhoc.autostart)) {
    changed.autostart = thinhoc.autostart.map(positioned).filter((reference) => reference !== undefined);
  }
  if ('kiosk' in thinhoc) changed.kiosk = positioned(thinhoc.kiosk) ?? { session_type: 'none', session_index: 0 };
  definition.thinhoc = changed;
}

function keysOf(definition: object, type: unknown): string[] {
  const { thinhoc } = definition as { readonly thinhoc?: { readonly sessions?: Record<string, unknown> } };
  const list = thinhoc?.sessions?.[String(type)];
  return Array.isArray(list) ? entryKeys(`/thinhoc/sessions/${type}`, list) : [];
}
