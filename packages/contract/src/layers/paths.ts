import { isObject } from '../profile/nodes.ts';
import { below, parentOf, pointerKeys } from '../profile/pointer.ts';
import { asKey, entryKeys, type Kind, type Place, placeAt, placeBelow } from './lists.ts';
import { effective } from './merge.ts';
import type { Resolved } from './resolve.ts';
import { root } from './root.ts';

/** The kind of place that a path names; undefined if the definition has none. */
export function kindAt(path: string): Kind | undefined {
  return path.startsWith('/') ? placeAt(root(), path)?.kind : undefined;
}

/**
 * The path that a person means: `sessions.webapp.mail.url`, or a pointer like `/thinhoc/sessions/webapp/Mail`. The
 * definition's two parts can be left out. Undefined if there is no such place.
 */
export function pathNamed(text: string): string | undefined {
  const steps = text.startsWith('/') ? pointerKeys(text) : text.split('.');
  for (const start of [[], ['thinhoc'], ['system']]) {
    const path = normalized([...start, ...steps]);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The keys of entries as they are merged, whatever their capital letters. */
function normalized(steps: readonly string[]): string | undefined {
  let place: Place | undefined = root();
  let path = '';
  for (const step of steps) {
    const key: string = place.kind === 'list' ? asKey(step) : step;
    place = placeBelow(place, key);
    if (!place) return undefined;
    path = below(path, key);
  }
  return path;
}

/** A resolved definition with the keys of its lists. */
type Keyed = Pick<Resolved<unknown>, 'definition' | 'keys'>;

/** The path of a place in a resolved definition, whose pointers count the entries of lists. */
export function keyedPath(resolved: Keyed, pointer: string): string {
  let value: unknown = resolved.definition;
  let path = '';
  for (const step of pointerKeys(pointer)) {
    const key = keysOf(resolved, path, value)?.[Number(step)] ?? step;
    value = Object(value)[step];
    path = below(path, key);
  }
  return path;
}

/** The paths of a list's entries in a resolved definition; none if the path names no list. */
export function entryPaths(resolved: Keyed, path: string): string[] {
  return (keysOf(resolved, path, valueAt(resolved, path)) ?? []).map((key) => below(path, key));
}

/** The keys of the entries of a list, also of one that no layer sets: the product's default. */
function keysOf({ keys }: Keyed, path: string, value: unknown): readonly string[] | undefined {
  const known = keys.get(path);
  if (known || !Array.isArray(value)) return known;
  const place = placeAt(root(), path);
  return place?.kind === 'list' ? entryKeys(place.pattern, value) : undefined;
}

/** The path of a place in a definition, or in a part of one, whose lists name their entries themselves. */
export function pathIn(definition: unknown, pointer: string): string {
  let place: Place | undefined = root();
  let value = definition;
  let path = '';
  for (const step of pointerKeys(pointer)) {
    const entries: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    const key: string = entries ? (entryKeys(place?.pattern ?? '', entries)[Number(step)] ?? step) : step;
    value = entries ? entries[Number(step)] : isObject(value) ? value[step] : undefined;
    place = place && placeBelow(place, key);
    path = below(path, key);
  }
  return path;
}

/** The pointer of a path into a resolved definition; undefined if an entry on the way is not there. */
export function pointerAt(resolved: Keyed, path: string): string | undefined {
  let value: unknown = resolved.definition;
  let pointer = '';
  let at = '';
  for (const key of pointerKeys(path)) {
    const place = keysOf(resolved, at, value)?.indexOf(key);
    if (place === -1) return undefined;
    value = Object(value)[place ?? key];
    pointer = below(pointer, place ?? key);
    at = below(at, key);
  }
  return pointer;
}

/** The value at a path of a resolved definition; undefined if it has none. */
export function valueAt(resolved: Keyed, path: string): unknown {
  let value: unknown = resolved.definition;
  let at = '';
  for (const key of pointerKeys(path)) {
    if (Array.isArray(value)) value = value[keysOf(resolved, at, value)?.indexOf(key) ?? -1];
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    at = below(at, key);
  }
  return value;
}

/**
 * Finds the layer that broke a rule at a pointer of a resolved definition: the highest one that says something there, or
 * in the nearest section around it. Undefined if only `ground`, which is valid on its own, has a say.
 */
export function blame<Source>(resolved: Resolved<Source>, ground: Source): (pointer: string) => Source | undefined {
  const ranks = new Map(resolved.sources.map((source, rank) => [source, rank]));
  const highest = new Map<string, number>();
  for (const [path, chain] of resolved.merged.chains) {
    const source = effective(chain)?.source;
    if (source === undefined || source === ground) continue;
    const rank = ranks.get(source) ?? -1;
    for (let outer = path; ; outer = parentOf(outer)) {
      highest.set(outer, Math.max(highest.get(outer) ?? rank, rank));
      if (outer === '') break;
    }
  }
  return (pointer) => {
    for (let path = keyedPath(resolved, pointer); ; path = parentOf(path)) {
      const rank = highest.get(path);
      if (rank !== undefined || path === '') return resolved.sources[rank ?? -1];
    }
  };
}
