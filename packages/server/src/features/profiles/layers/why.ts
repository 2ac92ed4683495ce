import { type DefinitionSource, readMachineDefinition, VALUE_SHOWN_MAX, type Why } from '@berth/contract/api/layers';
import { placeAt } from '@berth/contract/layers/lists';
import { covers, effective, type Link, lockFinder } from '@berth/contract/layers/merge';
import { entryPaths, pathNamed, pointerAt, valueAt } from '@berth/contract/layers/paths';
import type { Resolved } from '@berth/contract/layers/resolve';
import { root } from '@berth/contract/layers/root';
import { mask } from '@berth/contract/profile/secrets';
import type Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { maskDefinition } from '../definition/secrets.ts';
import { combinationOf, type LoadedDefinition, loadDefinition } from './load.ts';
import { PROFILE, type SourceId } from './machine-definition.ts';
import type { LayerDeps } from './save.ts';

export function readMachineDefinitionRoute({ sealer }: LayerDeps): Route {
  return route(readMachineDefinition, async ({ params, query, tx, organizationId }) => {
    const path = query.path === undefined ? undefined : pathNamed(query.path);
    if (query.path !== undefined && path === undefined) throw noSuchField(query.path);
    const combination = await combinationOf(tx, { organizationId, machineId: params.id });
    const loaded = combination && (await loadDefinition(tx, sealer, combination));
    if (!loaded) throw new ApiError('not-found', 'The machine has no profile.');
    return {
      profileId: combination.profileId,
      definition: maskDefinition(loaded.made.definition),
      sources: sourcesOf(loaded),
      ...((query.why || path !== undefined) && { why: whyOf(loaded.made.resolved, path) }),
    };
  });
}

export function noSuchField(path: string): ApiError {
  const faults = [{ path: '/query/path', rule: 'path', message: 'must name a place of a profile' }];
  return new ApiError('invalid-input', `A profile has no field "${path}".`, faults);
}

/** The sources of a definition: the profile and its layers, lowest first. */
function sourcesOf({ profile, layers, made }: LoadedDefinition): DefinitionSource[] {
  const ground: DefinitionSource = {
    id: PROFILE,
    name: profile.name,
    scope: PROFILE,
    tag: null,
    revision: profile.revision,
    author: profile.author,
    changedAt: profile.created_at,
    note: profile.note,
    faults: [],
  };
  const others = layers.map(({ id, scope, row }): DefinitionSource => {
    const { name, tag, revision, author, created_at: changedAt, note } = row;
    return { id, name, scope, tag, revision, author, changedAt, note, faults: [...(made.leftOut.get(id) ?? [])] };
  });
  const above = others.findIndex(({ scope }) => scope !== 'organization');
  return others.toSpliced(above === -1 ? others.length : above, 0, ground);
}

/** Explains the values of all paths that a source sets, or of one path and those inside it. */
export function whyOf(resolved: Resolved<SourceId>, path?: string): Why[] {
  const said = [...resolved.merged.chains].filter(([each]) => path === undefined || covers(path, each));
  const lockAt = lockFinder(resolved.merged.locks);
  const found = said.map(([each, chain]) => whyAt(resolved, lockAt, each, chain));
  if (path === undefined || found.some((why) => why.path === path)) return found;
  // A section's value is explained by the paths inside it, and a list of the product's defaults by its entries.
  if (found.length > 0) return found;
  const entries = entryPaths(resolved, path);
  return (entries.length > 0 ? entries : [path]).map((each) => whyAt(resolved, lockAt, each, []));
}

function whyAt(
  resolved: Resolved<SourceId>,
  lockAt: ReturnType<typeof lockFinder<SourceId>>,
  path: string,
  chain: readonly Link<SourceId>[],
): Why {
  const link = effective(chain);
  const value = link?.kind === 'off' ? undefined : valueAt(resolved, path);
  return {
    path,
    pointer: pointerAt(resolved, path) ?? null,
    ...(value !== undefined && typeof value !== 'object' && { value: shown(path, value) }),
    source: link?.source ?? 'default',
    lockedBy: lockAt(path)?.source ?? null,
    chain: chain.map(({ source, kind, value: own, lockedBy }) => ({
      source,
      kind,
      ...(own !== undefined && { value: shown(path, own) }),
      lockedBy: lockedBy ?? null,
    })),
  };
}

/** A value for display: secrets are masked, and long text is truncated. */
export function shown(path: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  const masked = mask((placeAt(root(), path)?.schema ?? {}) as Type.TSchema, value);
  if (typeof masked === 'string') return masked.slice(0, VALUE_SHOWN_MAX);
  return JSON.stringify(masked).length > VALUE_SHOWN_MAX ? undefined : masked;
}
