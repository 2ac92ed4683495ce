import { PartialDefinition } from '../layers/partial.ts';
import { pathNamed } from '../layers/paths.ts';
import { layerSettings } from '../layers/settings.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { mask } from '../profile/secrets.ts';
import { cleanName } from '../rules/text.ts';
import { canonical, nameKey } from './compare.ts';
import { type Draft, type Drafts, paired } from './draft.ts';
import { hasSecretsToSet, settingDifferences } from './plan-profiles.ts';
import type { State } from './state.ts';
import type { Wanted, WantedLayer } from './wanted.ts';

/** Layers by name as they are wanted, with their scope: an ID that exists, or the step that creates it. */
export type PlannedLayers = ReadonlyMap<
  string,
  { readonly scope: string; readonly id?: string; readonly step?: Draft }
>;

export function planLayers(drafts: Drafts, { layers = [] }: Wanted, state: State): PlannedLayers {
  const existing = state.layers ?? [];
  const { pairs, rest } = paired(layers, existing, {
    want: ({ name }) => nameKey(name),
    have: ({ name }) => nameKey(name),
  });
  const planned = new Map<string, { readonly scope: string; readonly id?: string; readonly step?: Draft }>();
  for (const { id, name, scope } of rest) planned.set(nameKey(name), { scope, id });
  for (const want of layers) {
    const { scope, tag, machine } = want;
    if ((scope === 'tag') !== (tag !== undefined))
      drafts.fault(want, '/tag', 'is for layers of the scope tag, which need it');
    if ((scope === 'machine') !== (machine !== undefined)) {
      drafts.fault(want, '/machine', 'is for layers of the scope machine, which need it');
    }
    const have = pairs.get(want);
    if (have) {
      planned.set(nameKey(want.name), { scope: have.scope, id: have.id });
      changeOf(drafts, state, want, have.id);
      continue;
    }
    const content = contentOf(want);
    const place = { scope, ...(tag !== undefined && { tag }), ...(machine !== undefined && { machineId: machine }) };
    const call = { call: 'layers.create', body: { name: want.name, ...place, ...content } } as const;
    const differences = settingDifferences([], said(content));
    const step = drafts.add('create', { section: 'layers', name: want.name, call, differences, wanted: want });
    planned.set(nameKey(want.name), { scope, step });
  }
  if (layers.length > 0) {
    for (const { id: layerId, name, revision } of rest) {
      const call = { call: 'layers.delete', params: { layerId }, ifMatch: revision } as const;
      drafts.add('delete', { section: 'layers', name, call, id: layerId });
    }
  }
  return planned;
}

function changeOf(drafts: Drafts, state: State, want: WantedLayer, layerId: string): void {
  const have = state.contents.get(layerId);
  if (!have) return;
  const place = { scope: want.scope, tag: want.tag?.normalize('NFC') ?? null, machineId: want.machine ?? null };
  if (canonical(place) !== canonical({ scope: have.scope, tag: have.tag, machineId: have.machineId })) {
    drafts.fault(want, '/scope', 'scope, tag and machine of a layer cannot be changed: give it another name and no ID');
    return;
  }
  const name = cleanName(want.name);
  const content = contentOf(want);
  const [before, after] = [masked(have), masked(content)];
  const isSame = name === have.name && canonical(before) === canonical(after);
  if (isSame && !hasSecretsToSet(want.definition)) return;
  const differences = [
    ...(name === have.name ? [] : [{ path: 'name', before: have.name, after: name }]),
    ...settingDifferences(said(before), said(after)),
    ...lockDifferences(before.locks, after.locks),
  ];
  const call = {
    call: 'layers.change',
    params: { layerId },
    body: { name, ...content },
    ifMatch: have.revision,
  } as const;
  drafts.add('change', { section: 'layers', name, call, differences, wanted: want, id: layerId, tentative: isSame });
}

interface Content {
  readonly definition: object;
  readonly off: string[];
  readonly locks: string[];
}

/** Paths as the server writes them. */
function contentOf({
  definition,
  off = [],
  locks = [],
}: WantedLayer): Content & { definition: Record<string, unknown> } {
  const paths = (texts: readonly string[]) => [...new Set(texts.map((text) => pathNamed(text) ?? text))];
  return { definition, off: paths(off), locks: paths(locks) };
}

function masked({ definition, off, locks }: Content): Content {
  const complete = applyDefaults(PartialDefinition, definition);
  return { definition: mask(ProfileDefinition, complete) as object, off, locks };
}

function said({ definition, off, locks }: Content) {
  return layerSettings({ definition: mask(ProfileDefinition, definition) as object, off, locks });
}

function lockDifferences(before: readonly string[], after: readonly string[]) {
  const lost = before.filter((path) => !after.includes(path));
  const added = after.filter((path) => !before.includes(path));
  return [
    ...lost.map((path) => ({ path: `lock ${path}`, before: true, after: undefined })),
    ...added.map((path) => ({ path: `lock ${path}`, before: undefined, after: true })),
  ];
}

/** The order of layers, if another is wanted than results from the other steps. What is not named stays above. */
export function planLayerOrder(
  drafts: Drafts,
  { order, layers = [] }: Wanted,
  state: State,
  planned: PlannedLayers,
  remove: boolean,
): void {
  if (!order) return;
  const deleted = new Set(remove && layers.length > 0 ? drafts.of('delete').map(({ id }) => id) : []);
  for (const [scope, names] of [
    ['organization', order.organization],
    ['tag', order.tags],
  ] as const) {
    if (!names) continue;
    const existing = (state.layers ?? []).filter((layer) => layer.scope === scope && !deleted.has(layer.id));
    const created = drafts.of('create').filter(({ wanted }) => wanted && 'scope' in wanted && wanted.scope === scope);
    const result: (string | Draft)[] = [...existing.map(({ id }) => id), ...created];
    const named = names.flatMap((name, index): (string | Draft)[] => {
      const layer = planned.get(nameKey(name));
      const target = layer?.id ?? layer?.step;
      if (target !== undefined && layer?.scope === scope && result.includes(target)) return [target];
      const field = scope === 'tag' ? 'tags' : scope;
      drafts.fault(order, `/${field}/${index}`, `"${name}" is no layer of this scope`);
      return [];
    });
    const next = [...named, ...result.filter((each) => !named.includes(each))];
    if (next.every((each, index) => each === result[index])) continue;
    const nameOf = (each: string | Draft) =>
      typeof each === 'string' ? (existing.find(({ id }) => id === each)?.name ?? each) : each.name;
    drafts.add('order', {
      section: 'layers',
      name: scope === 'tag' ? 'order of tags' : 'order of the organization',
      call: {
        call: 'layers.order',
        body: { scope, layers: next.map((each) => (typeof each === 'string' ? each : '')) },
      },
      uses: next.flatMap((step, index) => (typeof step === 'string' ? [] : [{ at: `/body/layers/${index}`, step }])),
      differences: [{ path: 'order', before: result.map(nameOf), after: next.map(nameOf) }],
      wanted: order,
    });
  }
}
