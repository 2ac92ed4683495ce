import { listProfileSources, type ProfileField } from '@berth/contract/api/impact';
import type { LayerId } from '@berth/contract/ids';
import { covers, effective, LAYER_ORDER } from '@berth/contract/layers/merge';
import { type Route, route } from '../../../http/route.ts';
import { notFound } from '../errors.ts';
import { findProfile } from '../store.ts';
import { Definitions, type Group, layersFor, loadPlaced, type MadeGroup, type PlacedLayer } from './groups.ts';
import { PROFILE } from './machine-definition.ts';
import type { LayerDeps } from './save.ts';
import { shown } from './why.ts';

type Said = ProfileField['layers'][number];

/** Lists the fields of a profile that layers affect on any of its machines. */
export function listProfileSourcesRoute({ sealer }: LayerDeps): Route {
  return route(listProfileSources, async ({ params, tx, organizationId }) => {
    const profile = await findProfile(tx, { organizationId, profileId: params.id });
    if (!profile) throw notFound();
    const layers = await loadPlaced(tx, sealer, organizationId);
    const definitions = new Definitions(tx, sealer, organizationId);
    const groups = (await definitions.groups()).filter(({ profileId }) => profileId === params.id);
    // Without machines, use the layers that the first machine would get.
    const nobody = { tags: [], released: [], machineId: null, hashes: [], machines: 0 };
    const unused: Group = { profileId: params.id, revision: profile.revision, ...nobody };
    const fields = new Fields(layers);
    for (const group of groups.length > 0 ? groups : [unused]) {
      const made = await definitions.makeOne(group, layersFor(group, layers));
      if (made) fields.add(made);
    }
    return { machines: groups.reduce((total, { machines }) => total + machines, 0), fields: fields.list() };
  });
}

class Fields {
  readonly #fields = new Map<string, Map<LayerId, Said>>();
  readonly #order: readonly PlacedLayer[];

  constructor(order: readonly PlacedLayer[]) {
    this.#order = order;
  }

  add({ made, layers, machines }: MadeGroup): void {
    const { chains, locks } = made.resolved.merged;
    for (const [path, chain] of chains) {
      const deciding = effective(chain)?.source;
      for (const { source, kind, value } of chain) {
        if (source === PROFILE) continue;
        const own = value === undefined ? {} : { value: shown(path, value) };
        this.#put(path, layers, source, { kind, ...own, machines: deciding === source ? machines : 0 });
      }
    }
    for (const { path, source } of locks) {
      if (source === PROFILE) continue;
      const decides = !chains.has(path) ? machines : 0;
      this.#put(path, layers, source, { machines: decides, locks: true });
      // The profile's values inside this path have no effect.
      for (const [inner, chain] of chains) {
        if (inner !== path && covers(path, inner) && chain.some((link) => link.lockedBy === source)) {
          this.#put(inner, layers, source, { machines: effective(chain) === undefined ? machines : 0, locks: true });
        }
      }
    }
  }

  list(): ProfileField[] {
    const ranked = this.#order.toSorted((a, b) => LAYER_ORDER.indexOf(a.scope) - LAYER_ORDER.indexOf(b.scope));
    const place = new Map(ranked.map(({ id }, index) => [id, index]));
    const fields = [...this.#fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return fields.map(([path, layers]) => ({
      path,
      layers: [...layers.values()].toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)),
    }));
  }

  #put(path: string, layers: readonly PlacedLayer[], id: LayerId, said: Partial<Said>): void {
    const layer = layers.find((each) => each.id === id);
    if (!layer) return;
    const { name, scope, tag } = layer;
    const known = this.#fields.get(path) ?? new Map<LayerId, Said>();
    this.#fields.set(path, known);
    const before = known.get(id) ?? { id, name, scope, tag, kind: null, locks: false, machines: 0 };
    known.set(id, { ...before, ...said, machines: before.machines + (said.machines ?? 0) });
  }
}
