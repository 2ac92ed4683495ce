import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { isObject } from '../profile/nodes.ts';
import { below } from '../profile/pointer.ts';
import { SENT_TO } from '../profile/secrets.ts';
import type { Place } from './lists.ts';
import { effective, type LayerSettings, type Link, type Merged, mergeLayers } from './merge.ts';
import { withPositions } from './references.ts';
import { ENTRY, LIST, OFF } from './settings.ts';
import { stepAt } from './steps.ts';

/** What a machine gets from its layers. */
export interface Resolved<Source> {
  /** With defaults; not validated. */
  readonly definition: ProfileDefinition;
  readonly merged: Merged<Source>;
  /** Of the layers, from below. */
  readonly sources: readonly Source[];
  /** The keys of each list's entries, in order, by the list's path. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /**
   * Secrets that are left out because another layer says where they are sent: whoever changes that layer may not know
   * them.
   */
  readonly withheld: readonly { readonly path: string; readonly destination: Link<Source> }[];
}

/** The definition that layers make, the lowest first. */
export function resolveLayers<Source>(layers: readonly LayerSettings<Source>[]): Resolved<Source> {
  const merged = mergeLayers(layers);
  const withheld = withheldSecrets(merged);
  const left = new Set(withheld.map(({ path }) => path));
  const root: Record<string, unknown> = {};
  const keys = new Map<string, string[]>();
  const lists = new Map<string, Map<string, Record<string, unknown>>>();

  // A list comes before its entries, and an entry before its fields, whichever layer brought them.
  const byDepth: [string, Link<Source>][][] = [];
  for (const [path, chain] of merged.chains) {
    const link = effective(chain);
    if (!link || left.has(path)) continue;
    const { depth } = stepAt(path);
    byDepth[depth] ??= [];
    byDepth[depth].push([path, link]);
  }
  for (const [path, link] of byDepth.flat()) {
    const { parent, key, place } = stepAt(path);
    if (link.kind === LIST) {
      openList(path);
    } else if (link.kind === ENTRY || link.kind === OFF) {
      const list = openList(parent);
      if (!list || link.kind === OFF) continue;
      const entry = link.value ?? emptyEntry(place);
      list.push(entry);
      keys.get(parent)?.push(key);
      lists.get(parent)?.set(key, entry as Record<string, unknown>);
    } else {
      const owner = objectAt(parent);
      if (owner) owner[key] = link.value;
    }
  }

  function openList(path: string): unknown[] | undefined {
    const { parent, key } = stepAt(path);
    const owner = objectAt(parent);
    if (!owner) return undefined;
    if (!lists.has(path)) {
      lists.set(path, new Map());
      keys.set(path, []);
      owner[key] = [];
    }
    return owner[key] as unknown[];
  }

  // Undefined inside an entry that no layer brings, or that one switched off.
  function objectAt(path: string): Record<string, unknown> | undefined {
    if (path === '') return root;
    const { parent, key, place } = stepAt(path);
    if (place?.kind === 'entry') return lists.get(parent)?.get(key);
    const owner = objectAt(parent);
    if (!owner) return undefined;
    owner[key] ??= {};
    return owner[key] as Record<string, unknown>;
  }

  withPositions(root, keys);
  const sources = layers.map(({ source }) => source);
  // A copy: the values belong to the layers.
  return { definition: applyDefaults(ProfileDefinition, root), merged, sources, keys, withheld };
}

/** An entry with the sections that it requires: what they say may all be defaults, which nobody sets. */
function emptyEntry(place: Place | undefined): Record<string, unknown> {
  const { required, properties } = place?.schema ?? {};
  const names = Array.isArray(required) ? required.map(String) : [];
  const isSection = (name: string) => isObject(properties) && Object(properties[name]).type === 'object';
  return Object.fromEntries(names.filter(isSection).map((name) => [name, {}]));
}

function withheldSecrets<Source>({ chains }: Merged<Source>): Resolved<Source>['withheld'] {
  return [...chains].flatMap(([path, chain]) => {
    const schema = stepAt(path).place?.schema;
    if (schema?.writeOnly !== true) return [];
    const secret = effective(chain);
    if (!secret || secret.value === '') return [];
    const sentTo = schema[SENT_TO];
    const destination = (Array.isArray(sentTo) ? sentTo : [])
      .map((field) => effective(chains.get(relative(path, String(field)))))
      .find((link) => link !== undefined && link.value !== '');
    return destination && destination.source !== secret.source ? [{ path, destination }] : [];
  });
}

/** The path of a field as seen from a secret's section: `../` is one level up. */
function relative(path: string, field: string): string {
  const steps = field.split('/');
  const container = path.split('/').slice(0, -steps.length).join('/');
  return below(container, steps.at(-1) ?? '');
}
