import type { Layer } from '@berth/contract/api/layers';
import { entryKeys, hasFields, isComplete, keyField, type Place, placeBelow } from '@berth/contract/layers/lists';
import { covers } from '@berth/contract/layers/merge';
import { root } from '@berth/contract/layers/root';
import { layerSettings } from '@berth/contract/layers/settings';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { applyMergePatch, mergePatchOf } from '../../lib/merge-patch.ts';

type Definition = Readonly<Record<string, unknown>>;

/** One thing that a layer says. */
export interface SettingRow {
  readonly path: string;
  /** off: an entry that it switches off; lock: it only locks the path. */
  readonly kind: 'value' | 'entry' | 'list' | 'off' | 'lock';
  readonly value?: unknown;
}

/** What a layer says: a whole entry once, and each field of an entry that another layer brings. */
export function rowsOf(content: Pick<Layer, 'definition' | 'off' | 'locks'>): SettingRow[] {
  const settings = layerSettings(content);
  const entries = settings.filter(({ kind }) => kind === 'entry').map(({ path }) => path);
  const rows = settings.filter(({ path, kind }): boolean => {
    if (kind === 'list') return !settings.some((each) => each.path !== path && covers(path, each.path));
    return !isNameOfEntry(path) && !entries.some((entry) => entry !== path && covers(entry, path));
  });
  const only = content.locks.filter((path) => !rows.some((row) => row.path === path));
  return [...rows, ...only.map((path): SettingRow => ({ path, kind: 'lock' }))];
}

/** The field by which an entry is found is not a setting of its own. */
function isNameOfEntry(path: string): boolean {
  const keys = pointerKeys(path);
  let place: Place | undefined = root();
  for (const key of keys.slice(0, -1)) place = place && placeBelow(place, key);
  return place?.kind === 'entry' && keyField(place.pattern.replace(/\/\*$/, '')) === keys.at(-1);
}

/** A part as forms show it: within the product's defaults, without entries of other layers that it only changes. */
export function shownOf(part: Definition): Definition {
  const whole = mapLists(root(), part, (entry, entries) => entries.filter((each) => isComplete(entry, each)));
  return applyDefaults(ProfileDefinition, whole) as unknown as Definition;
}

/** The part with what a form changed in the whole: everything else stays unset. */
export function edited(part: Definition, update: (whole: Definition) => Definition): Record<string, unknown> {
  const before = shownOf(part);
  const after = update(before);
  const patch = mergePatchOf(before, after);
  const next = applyMergePatch(part, patch);
  const { thinhoc } = patch;
  // Kiosk mode is one value.
  const { kiosk } = after.thinhoc as { readonly kiosk: unknown };
  const whole =
    isObject(thinhoc) && 'kiosk' in thinhoc
      ? applyMergePatch(next, { thinhoc: { kiosk: kiosk as Record<string, unknown> } })
      : next;
  return withIncomplete(root(), part, whole) as Record<string, unknown>;
}

/** The part without the value, list or entry at a path; containers that become empty go, too. */
export function withoutPath(part: Definition, path: string): Record<string, unknown> {
  return (without(root(), part, pointerKeys(path)) ?? {}) as Record<string, unknown>;
}

function without(place: Place | undefined, value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || !place) return undefined;
  const inner = placeBelow(place, key);
  if (Array.isArray(value)) {
    const at = entryKeys(place.pattern, value).indexOf(key);
    if (at === -1) return value;
    const left = without(inner, value[at], rest);
    const others = left === undefined ? value.toSpliced(at, 1) : value.with(at, left);
    return others.length > 0 ? others : undefined;
  }
  if (!isObject(value) || !(key in value)) return value;
  const { [key]: removed, ...others } = value;
  const left = without(inner, removed, rest);
  const next: Record<string, unknown> = left === undefined ? others : { ...value, [key]: left };
  const name = place.kind === 'entry' ? keyField(place.pattern.replace(/\/\*$/, '')) : undefined;
  return Object.keys(next).some((each) => each !== name) ? next : undefined;
}

/** A copy with the entries of every list of objects replaced. */
function mapLists(place: Place, value: unknown, map: (entry: Place, entries: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) {
    const entry = placeBelow(place, '');
    return entry && hasFields(entry.schema, entry.pattern) ? map(entry, value) : value;
  }
  if (!isObject(value) || place.kind !== 'section') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const inner = placeBelow(place, key);
      return [key, inner ? mapLists(inner, each, map) : each];
    }),
  );
}

/** Forms do not show incomplete entries, so they come back here. */
function withIncomplete(place: Place, before: unknown, after: unknown): unknown {
  if (Array.isArray(before)) {
    const entry = placeBelow(place, '');
    if (!entry || !hasFields(entry.schema, entry.pattern)) return after;
    const next = Array.isArray(after) ? after : [];
    const incomplete = before.filter((each) => !isComplete(entry, each) && !next.includes(each));
    const known = entryKeys(place.pattern, next);
    const kept = incomplete.filter((each) => !known.includes(entryKeys(place.pattern, [each])[0] ?? ''));
    return kept.length > 0 ? [...next, ...kept] : after;
  }
  if (!isObject(before) || place.kind !== 'section') return after;
  const result: Record<string, unknown> = isObject(after) ? { ...after } : {};
  for (const [key, each] of Object.entries(before)) {
    const inner = placeBelow(place, key);
    const value = inner && withIncomplete(inner, each, result[key]);
    if (value !== undefined) result[key] = value;
  }
  return result;
}
