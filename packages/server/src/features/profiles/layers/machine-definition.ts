import type { Fault } from '@berth/contract/errors';
import type { LayerId } from '@berth/contract/ids';
import { LAYER_ORDER, type LayerScope, type LayerSettings } from '@berth/contract/layers/merge';
import { blame, keyedPath } from '@berth/contract/layers/paths';
import { type Resolved, resolveLayers } from '@berth/contract/layers/resolve';
import { type LayerContent, layerSettings, profileSettings, type Setting } from '@berth/contract/layers/settings';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { combinedFaults } from '../definition/check.ts';

/** Up to this many layers are left out one by one; if more break rules, no layer applies. */
const LEFT_OUT_MAX = 16;

/** The profile's ID as a source of settings, besides layers. */
export const PROFILE = 'profile';
export type SourceId = LayerId | typeof PROFILE;

/** An applicable layer, with its secrets in clear. */
export interface AppliedLayer {
  readonly id: LayerId;
  readonly scope: Exclude<LayerScope, 'profile'>;
  readonly content: LayerContent;
}

export interface MadeDefinition {
  readonly definition: ProfileDefinition;
  readonly resolved: Resolved<SourceId>;
  /** Layers that would break rules in combination with the others, with the faults. */
  readonly leftOut: ReadonlyMap<LayerId, readonly Fault[]>;
}

/**
 * Merges a profile and layers. Leaves out layers that would break a rule of the merged definition, so that a machine
 * never gets an invalid one: tags can combine layers that were never saved together. The profile by itself is valid.
 */
export function makeDefinition(profile: ProfileDefinition, layers: readonly AppliedLayer[]): MadeDefinition {
  const leftOut = new Map<LayerId, readonly Fault[]>();
  for (;;) {
    const applied = layers.filter(({ id }) => !leftOut.has(id));
    const resolved = resolveLayers(inOrder(profile, applied));
    // The profile as saved, even if the current version would merge it differently.
    if (applied.length === 0) return { definition: profile, resolved, leftOut };
    const broken = faultsOf(resolved);
    const first = broken[0];
    if (!first) return { definition: resolved.definition, resolved, leftOut };
    const faults = broken.filter(({ layer }) => layer === first.layer).map(({ fault }) => fault);
    const all = leftOut.size < LEFT_OUT_MAX ? [first.layer] : applied.map(({ id }) => id);
    for (const id of all) leftOut.set(id, faults);
  }
}

// Cached, because the same profile and layers occur in many combinations.
const settingsOf = remembering(layerSettings);
const settingsOfProfile = remembering(profileSettings);

function remembering<Input extends object>(read: (input: Input) => Setting[]): (input: Input) => Setting[] {
  const known = new WeakMap<Input, Setting[]>();
  return (input) => {
    const settings = known.get(input) ?? read(input);
    known.set(input, settings);
    return settings;
  };
}

/** The settings of a profile and its layers, lowest first, without layers that are left out. */
export function inOrder(profile: ProfileDefinition, layers: readonly AppliedLayer[]): LayerSettings<SourceId>[] {
  const rank = ({ scope }: AppliedLayer) => LAYER_ORDER.indexOf(scope);
  const ordered = layers.toSorted((a, b) => rank(a) - rank(b));
  const above = ordered.findIndex((layer) => rank(layer) > LAYER_ORDER.indexOf('profile'));
  const merged = ordered.map(
    ({ id, content }): LayerSettings<SourceId> => ({
      source: id,
      settings: settingsOf(content),
      locks: content.locks,
    }),
  );
  const ground = { source: PROFILE, settings: settingsOfProfile(profile), locks: [] } as const;
  return merged.toSpliced(above === -1 ? merged.length : above, 0, ground);
}

/** The faults that layers caused, each with the layer. */
function faultsOf(resolved: Resolved<SourceId>): { readonly layer: LayerId; readonly fault: Fault }[] {
  const lost = resolved.withheld.map(({ path, destination }) => ({
    layer: destination.source === PROFILE ? resolved.merged.chains.get(path)?.at(-1)?.source : destination.source,
    fault: {
      path: destination.path,
      rule: 'lost-secret',
      message: 'must not be changed here: the secret that is sent there belongs to another layer',
    },
  }));
  const blamed = blame(resolved, PROFILE);
  const others = combinedFaults(resolved.definition).map((fault) => ({
    layer: blamed(fault.path),
    fault: { ...fault, path: keyedPath(resolved, fault.path) },
  }));
  return [...lost, ...others].flatMap(({ layer, fault }) =>
    layer === undefined || layer === PROFILE ? [] : [{ layer, fault }],
  );
}
