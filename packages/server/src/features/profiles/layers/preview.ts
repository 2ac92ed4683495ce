import { isDeepStrictEqual } from 'node:util';
import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import type { BodyOf } from '@berth/contract/api/endpoint';
import {
  IMPACT_MACHINES_SHOWN,
  type LayerImpact as Impact,
  LAYER_IMPACT_SHOWN,
  previewLayers,
} from '@berth/contract/api/impact';
import type { LayerId } from '@berth/contract/ids';
import { layerSettings } from '@berth/contract/layers/settings';
import { interruptions } from '@berth/contract/profile/openable';
import { TAGS_MAX } from '@berth/contract/rules/names';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { checkContent } from './content.ts';
import { countAmong, machinesOf } from './group-machines.ts';
import {
  Definitions,
  type Group,
  groupsOf,
  layersFor,
  loadPlaced,
  type MadeGroup,
  type PlacedLayer,
} from './groups.ts';
import type { MadeDefinition } from './machine-definition.ts';
import type { LayerDeps } from './save.ts';
import { shown } from './why.ts';

type Body = BodyOf<typeof previewLayers>;
type LeftOut = Impact['leftOut'][number];

interface Pair {
  readonly before: MadeDefinition;
  readonly after: MadeDefinition;
  readonly machines: number;
}

/** Counts by groups of machines with equal layers: all machines of a group get the same definition. */
export function previewLayersRoute({ sealer, presence, selectMachines }: LayerDeps): Route {
  return route(previewLayers, async ({ body, tx, organizationId }) => {
    const layers = await loadPlaced(tx, sealer, organizationId);
    const next = changed(layers, body);
    const definitions = new Definitions(tx, sealer, organizationId);
    const retag = body.tags && retagging(body.tags);
    const among = retag && (await selectMachines(tx, organizationId, retag.selector, BATCH_MACHINES_MAX));
    const ids = among?.map(({ machineId }) => machineId);
    const pairs = new Pairs();
    const touched: Group[] = [];
    const leftOut = new Map<string, LeftOut>();
    for (const group of ids ? await groupsOf(tx, organizationId, ids) : await definitions.groups()) {
      const target = retag ? { ...group, tags: retag.tagsFor(group.tags) } : group;
      const before = await definitions.makeOne(group, layersFor(group, layers));
      const after = await definitions.makeOne(target, layersFor(target, next));
      if (!before || !after || !pairs.add(before.made, after.made, group.machines)) continue;
      touched.push(group);
      countLeftOut(leftOut, before, after);
    }
    const [first = []] = await machinesOf(tx, organizationId, [touched], { among: ids, limit: IMPACT_MACHINES_SHOWN });
    const meant = ids && new Set(ids);
    const online = presence.onlineIds(organizationId).filter((id) => meant === undefined || meant.has(id));
    const impact: Impact = {
      changes: changesOf(pairs.different),
      machines: {
        total: touched.reduce((total, { machines }) => total + machines, 0),
        online: await countAmong(tx, organizationId, touched, online),
        first: first.map((each) => ({ ...each, online: presence.isOnline(each.id) })),
      },
      interrupted: interruptedBy(pairs.different),
      leftOut: [...leftOut.values()],
    };
    return impact;
  });
}

/** Selects the machines whose tags would change, and computes their new tags. */
function retagging({ machines, filter, tags, addTags = [], removeTags = [] }: NonNullable<Body['tags']>) {
  if ((machines === undefined) === (filter === undefined)) throw invalid('needs exactly one of machines or filter');
  const [all, more, fewer] = [tags, addTags, removeTags].map((some) => some?.map((tag) => tag.normalize('NFC')));
  return {
    selector: machines ? { machineIds: machines } : { filter: filter ?? '' },
    tagsFor(own: readonly string[]): readonly string[] {
      const next = [...new Set([...(all ?? own), ...(more ?? [])])].filter((tag) => !fewer?.includes(tag));
      // The limit also applies when the tags are saved.
      return next.length > TAGS_MAX ? own : next;
    },
  };
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-input', `The request ${message}.`, [{ path: '/tags', rule: 'selection', message }]);
}

function changed(layers: readonly PlacedLayer[], { layer, remove, order }: Body): PlacedLayer[] {
  const places = new Map(order?.map((id, place) => [id, place + 1]));
  const ordered = layers
    .filter(({ id }) => id !== remove)
    .map((each) => ({ ...each, position: places.get(each.id) ?? each.position }));
  if (!layer) return ordered;
  const before = layers.find(({ id }) => id === layer.id);
  const content = checkContent(before?.content, layer);
  const draft: PlacedLayer = before ?? {
    id: 'draft' as LayerId,
    name: '',
    scope: layer.scope,
    tag: layer.tag ?? null,
    machineId: layer.machineId ?? null,
    position: Math.max(0, ...layers.map(({ position }) => position)) + 1,
    revision: null,
    content,
    held: undefined,
  };
  const next = { ...draft, revision: null, content, held: undefined };
  return [...ordered.filter(({ id }) => id !== draft.id), next];
}

/** Pairs of definitions before and after a change; each combination is compared once. */
class Pairs {
  readonly #all = new Map<MadeDefinition, Map<MadeDefinition, { machines: number; readonly isDifferent: boolean }>>();

  /** Counts a group's machines. @returns whether they would get another definition. */
  add(before: MadeDefinition, after: MadeDefinition, machines: number): boolean {
    if (before === after) return false;
    const known =
      this.#all.get(before) ?? new Map<MadeDefinition, { machines: number; readonly isDifferent: boolean }>();
    this.#all.set(before, known);
    const isDifferent = known.get(after)?.isDifferent ?? !isDeepStrictEqual(before.definition, after.definition);
    known.set(after, { isDifferent, machines: machines + (known.get(after)?.machines ?? 0) });
    return isDifferent;
  }

  get different(): Pair[] {
    return [...this.#all].flatMap(([before, all]) =>
      [...all].flatMap(([after, { machines, isDifferent }]) => (isDifferent ? [{ before, after, machines }] : [])),
    );
  }
}

function countLeftOut(found: Map<string, LeftOut>, before: MadeGroup, after: MadeGroup): void {
  for (const id of after.made.leftOut.keys()) {
    if (before.made.leftOut.has(id)) continue;
    const layer = after.layers.find((each) => each.id === id)?.name ?? '';
    const key = `${layer} ${after.profileId}`;
    const machines = after.machines + (found.get(key)?.machines ?? 0);
    found.set(key, { layer, profileId: after.profileId, machines });
  }
}

function changesOf(pairs: readonly Pair[]): Impact['changes'] {
  const found = new Map<string, Impact['changes'][number]>();
  for (const { before, after, machines } of pairs) {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    for (const path of new Set([...old.keys(), ...now.keys()])) {
      const values = { before: old.get(path), after: now.get(path) };
      if (isDeepStrictEqual(values.before, values.after)) continue;
      const key = JSON.stringify([path, values]);
      found.set(key, {
        path,
        ...(values.before !== undefined && { before: shown(path, values.before) }),
        ...(values.after !== undefined && { after: shown(path, values.after) }),
        machines: machines + (found.get(key)?.machines ?? 0),
      });
    }
  }
  return [...found.values()].toSorted((a, b) => b.machines - a.machines).slice(0, LAYER_IMPACT_SHOWN);
}

/** The values of a definition by their paths. */
function valuesOf({ definition }: MadeDefinition): Map<string, unknown> {
  const settings = layerSettings({ definition, off: [], locks: [] });
  return new Map(settings.filter(({ value }) => value !== undefined).map(({ path, value }) => [path, value]));
}

function interruptedBy(pairs: readonly Pair[]): Impact['interrupted'] {
  const sessions = new Map<string, number>();
  let network = 0;
  for (const { before, after, machines } of pairs) {
    for (const { session } of interruptions(before.definition, after.definition)) {
      sessions.set(session.title, (sessions.get(session.title) ?? 0) + machines);
    }
    if (!isDeepStrictEqual(before.definition.system.network, after.definition.system.network)) network += machines;
  }
  return { sessions: [...sessions].map(([title, machines]) => ({ title, machines })), network };
}
