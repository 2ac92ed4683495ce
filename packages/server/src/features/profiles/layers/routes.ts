import { randomUUID } from 'node:crypto';
import {
  changeLayer,
  compareLayerRevisions,
  createLayer,
  deleteLayer,
  listLayerRevisions,
  listLayers,
  orderLayers,
  readLayer,
  restoreLayer,
} from '@berth/contract/api/layers';
import type { LayerId } from '@berth/contract/ids';
import { LAYERS_MAX } from '@berth/contract/limits';
import { restoredNote } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { differences } from '../definition/compare.ts';
import { noSuchRevision } from '../errors.ts';
import { presentRevision } from '../present.ts';
import { openContent } from './content.ts';
import { loadPlaced } from './groups.ts';
import { presentLayer, presentLayerSummary } from './present.ts';
import { previewLayersRoute } from './preview.ts';
import { listProfileSourcesRoute } from './profile-sources.ts';
import {
  checkTogether,
  contentAt,
  deliver,
  type LayerCall,
  type LayerDeps,
  lockForChange,
  noSuchLayer,
  type SavedLayer,
  saveLayer,
  shownContent,
} from './save.ts';
import * as store from './store.ts';
import { listDefinitionValuesRoute } from './values.ts';
import { readMachineDefinitionRoute } from './why.ts';

export function layerRoutes(deps: LayerDeps): Route[] {
  return [
    createLayerRoute(deps),
    listLayersRoute,
    readLayerRoute,
    changeLayerRoute(deps),
    deleteLayerRoute(deps),
    orderLayersRoute(deps),
    listLayerRevisionsRoute,
    compareLayerRevisionsRoute,
    restoreLayerRoute(deps),
    readMachineDefinitionRoute(deps),
    previewLayersRoute(deps),
    listDefinitionValuesRoute(deps),
    listProfileSourcesRoute(deps),
  ];
}

function createLayerRoute(deps: LayerDeps): Route {
  return route(createLayer, async (call) => {
    const { tx, organizationId, caller, query, body } = call;
    const { scope, tag = null, machineId = null, ...next } = body;
    if ((scope === 'tag') !== (tag !== null) || (scope === 'machine') !== (machineId !== null)) {
      const faults = [{ path: '/scope', rule: 'layer-scope', message: 'must fit the tag or the machine' }];
      throw new ApiError('invalid-input', 'A layer names a tag or a machine if it is for one.', faults);
    }
    const count = await store.lockLayers(tx, organizationId);
    if (scope !== 'machine' && count >= LAYERS_MAX.shared) {
      throw new ApiError('too-many-layers', `An organization can have at most ${LAYERS_MAX.shared} shared layers.`);
    }
    if (machineId !== null && !(await store.hasMachine(tx, organizationId, machineId))) {
      throw new ApiError('not-found', 'Machine not found.');
    }
    const key = { organizationId, layerId: randomUUID() as LayerId };
    const place = { scope, tag: tag?.normalize('NFC') ?? null, machine_id: machineId };
    const authorship = { authorId: caller.userId, author: caller.email, note: query.note ?? null };
    return replySaved(deps, call, await saveLayer(deps, call, key, undefined, { ...next, place }, authorship));
  });
}

const listLayersRoute = route(listLayers, async ({ query, tx, organizationId }) => {
  const rows = await store.listLayers(tx, organizationId, query.skip);
  return rows.map(presentLayerSummary);
});

const readLayerRoute = route(readLayer, async ({ params, tx, organizationId, setEtag }) => {
  const key = { organizationId, layerId: params.layerId };
  const row = await store.findLayer(tx, key);
  if (!row) throw noSuchLayer();
  setEtag(row.revision);
  return presentLayer(row, await contentAt(tx, key, row.revision));
});

function changeLayerRoute(deps: LayerDeps): Route {
  return route(changeLayer, async (call) => {
    const { params, query, body, caller } = call;
    const before = await lockForChange(call, params.layerId, call.ifMatch);
    const authorship = { authorId: caller.userId, author: caller.email, note: query.note ?? null };
    return replySaved(deps, call, await saveLayer(deps, call, before.key, before, body, authorship));
  });
}

function restoreLayerRoute(deps: LayerDeps): Route {
  return route(restoreLayer, async (call) => {
    const { params, caller, tx, organizationId } = call;
    const before = await lockForChange(call, params.layerId, call.ifMatch);
    const earlier = await store.findLayerRevision(tx, before.key, params.revision);
    if (!earlier) throw noSuchRevision(params.revision);
    const next = { ...openContent(deps.sealer, organizationId, earlier.content), name: earlier.name };
    const authorship = { authorId: caller.userId, author: caller.email, note: restoredNote(params.revision) };
    return replySaved(deps, call, await saveLayer(deps, call, before.key, before, next, authorship));
  });
}

function deleteLayerRoute(deps: LayerDeps): Route {
  return route(deleteLayer, async (call) => {
    const { params, tx, organizationId } = call;
    const { key, row } = await lockForChange(call, params.layerId, call.ifMatch);
    const layers = await loadPlaced(tx, deps.sealer, organizationId);
    // Another layer may change an entry that this layer adds.
    const others = layers.filter(({ id }) => id !== params.layerId);
    await checkTogether(call, deps.sealer, layers, others, [row]);
    await store.deleteLayer(tx, key);
    call.audit({ target: { kind: 'layer', id: params.layerId }, before: { name: row.name, revision: row.revision } });
    deliver(deps, call, row);
    return null;
  });
}

function orderLayersRoute(deps: LayerDeps): Route {
  return route(orderLayers, async (call) => {
    const { body, tx, organizationId } = call;
    await store.lockLayers(tx, organizationId);
    const rows = (await store.listLayers(tx, organizationId)).filter(({ scope }) => scope === body.scope);
    const known = new Set(rows.map(({ layer_id }) => layer_id));
    if (new Set(body.layers).size !== known.size || body.layers.some((id) => !known.has(id))) {
      throw new ApiError('revision-conflict', 'Someone else created or deleted a layer. Load the list again.');
    }
    const before = await loadPlaced(tx, deps.sealer, organizationId);
    const places = new Map(body.layers.map((id, place) => [id, place + 1]));
    const after = before.map((layer) => ({ ...layer, position: places.get(layer.id) ?? layer.position }));
    await checkTogether(call, deps.sealer, before, after, rows);
    await store.orderLayers(tx, organizationId, body.layers);
    const names = (ids: readonly LayerId[]) => ids.map((id) => rows.find(({ layer_id }) => layer_id === id)?.name);
    call.audit({ before: { order: names([...known]) }, after: { order: names(body.layers) } });
    deliver(deps, call, { scope: body.scope, machine_id: null });
    return (await store.listLayers(tx, organizationId)).map(presentLayerSummary);
  });
}

const LIMIT_DEFAULT = 50;

const listLayerRevisionsRoute = route(listLayerRevisions, async ({ params, query, tx, organizationId }) => {
  const key = { organizationId, layerId: params.layerId };
  if (!(await store.findLayer(tx, key))) throw noSuchLayer();
  const page = { limit: query.limit ?? LIMIT_DEFAULT, before: query.before };
  return (await store.listLayerRevisions(tx, key, page)).map(presentRevision);
});

const compareLayerRevisionsRoute = route(compareLayerRevisions, async ({ params, query, tx, organizationId }) => {
  const load = async (revision: number) => {
    const found = await store.findLayerRevision(tx, { organizationId, layerId: params.layerId }, revision);
    if (!found) throw noSuchRevision(revision);
    return shownContent(found.name, found.content);
  };
  return differences(await load(query.from), await load(query.to));
});

function replySaved(deps: LayerDeps, call: LayerCall, { row, content, changed, note }: SavedLayer) {
  if (changed) deliver(deps, call, row);
  call.audit(note);
  call.setEtag(row.revision);
  return presentLayer(row, content);
}
