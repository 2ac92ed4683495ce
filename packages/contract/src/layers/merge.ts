import { parentOf } from '../profile/pointer.ts';
import { isOfTheProfile } from './lists.ts';
import type { Setting } from './settings.ts';

/** The layers of a machine, from below: what a higher one says hides what a lower one says, unless that one locks it. */
export const LAYER_ORDER = ['organization', 'profile', 'tag', 'machine'] as const;
export type LayerScope = (typeof LAYER_ORDER)[number];

/** A layer to merge; `source` names it. */
export interface LayerSettings<Source> {
  readonly source: Source;
  readonly settings: readonly Setting[];
  readonly locks: readonly string[];
}

/** What one layer says at a path; `lockedBy` is the layer below that forbids it. */
export interface Link<Source> extends Setting {
  readonly source: Source;
  readonly lockedBy?: Source;
}

interface Lock<Source> {
  readonly path: string;
  readonly source: Source;
}

/** Layers as one: everything that was said at each path, from below, and what is locked for those above. */
export interface Merged<Source> {
  readonly chains: ReadonlyMap<string, readonly Link<Source>[]>;
  readonly locks: readonly Lock<Source>[];
}

/** Merges layers, the lowest first. */
export function mergeLayers<Source>(layers: readonly LayerSettings<Source>[]): Merged<Source> {
  return layers.map(alone).reduce(stack, { chains: new Map(), locks: [] });
}

/** One layer as merged with none. */
export function alone<Source>({ source, settings, locks }: LayerSettings<Source>): Merged<Source> {
  // What a layer says twice counts once, the last time.
  return {
    chains: new Map(settings.map((setting) => [setting.path, [{ ...setting, source }]])),
    locks: locks.map((path) => ({ path, source })),
  };
}

/**
 * Puts `upper` on `lower`. Associative. Entries of a list keep the order in which they were first named, so a layer that
 * changes an entry does not move it.
 */
export function stack<Source>(lower: Merged<Source>, upper: Merged<Source>): Merged<Source> {
  const chains = new Map(lower.chains);
  const lockAt = lockFinder(lower.locks);
  for (const [path, links] of upper.chains) {
    const lock = lockAt(path);
    const added = lock ? links.map((link) => ({ ...link, lockedBy: lock.source })) : links;
    chains.set(path, [...(chains.get(path) ?? []), ...added]);
  }
  return { chains, locks: [...lower.locks, ...upper.locks] };
}

/** Finds the lowest layer's lock that covers a path, by the sections around it: a layer may lock hundreds of paths. */
export function lockFinder<Source>(locks: Merged<Source>['locks']): (path: string) => Lock<Source> | undefined {
  const places = new Map<string, number>();
  for (const [place, { path }] of locks.entries()) if (!places.has(path)) places.set(path, place);
  return (path) => {
    if (isOfTheProfile(path)) return undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (let outer = path; outer !== ''; outer = parentOf(outer))
      lowest = Math.min(lowest, places.get(outer) ?? lowest);
    return locks[lowest];
  };
}

/** The link of a chain that counts: the highest that no lock forbids. */
export function effective<Source>(chain: readonly Link<Source>[] | undefined): Link<Source> | undefined {
  return chain?.findLast(({ lockedBy }) => lockedBy === undefined);
}

/** Whether a path is another, or inside of it. */
export function covers(outer: string, path: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}
