import type { TogetherCall } from '../api/changes.ts';
import { type Draft, Drafts, type PlanFault } from './draft.ts';
import { planLayerOrder, planLayers } from './plan-layers.ts';
import { planCodes, planMembers, planSchedules, planWebhooks } from './plan-lists.ts';
import { planProfiles } from './plan-profiles.ts';
import { inOrderOfNames } from './plan-renames.ts';
import { planTagRules } from './plan-tag-rules.ts';
import type { Section, State, Versions } from './state.ts';
import { versionsOf } from './state.ts';
import type { Wanted } from './wanted.ts';

/** What makes an organization as it is wanted, in the order in which it is made. */
export interface Plan {
  readonly steps: readonly Draft[];
  /** Deletions that nobody asked for: they are told, and not made. */
  readonly withheld: readonly Draft[];
  readonly faults: readonly PlanFault[];
  /** What the sections are at. */
  readonly expects: Partial<Record<Section, Versions>>;
}

/**
 * Compares what a folder wants with what an organization is. Sections that the folder does not have are left alone, and
 * nothing is deleted without `remove`.
 */
export function planChanges(wanted: Wanted, state: State, { remove }: { readonly remove: boolean }): Plan {
  const drafts = new Drafts();
  const profiles = planProfiles(drafts, wanted, state);
  const layers = planLayers(drafts, wanted, state);
  planSchedules(drafts, wanted, state);
  planTagRules(drafts, wanted, state);
  planCodes(drafts, wanted, state, profiles);
  planWebhooks(drafts, wanted, state);
  planMembers(drafts, wanted, state);
  planLayerOrder(drafts, wanted, state, layers, remove);
  const deletions = drafts.of('delete');
  return {
    // Names and room of what goes are free for what comes. Whoever loses a role may be the caller: members are last.
    steps: [
      ...(remove ? deletions.filter(({ section }) => section !== 'members') : []),
      ...renamed(drafts, state),
      ...drafts.of('change').filter(({ section }) => !['profiles', 'layers', 'members'].includes(section)),
      ...drafts.of('create').filter(({ section }) => section !== 'members'),
      ...drafts.of('order'),
      ...drafts.of('create').filter(({ section }) => section === 'members'),
      ...drafts.of('change').filter(({ section }) => section === 'members'),
      ...(remove ? deletions.filter(({ section }) => section === 'members') : []),
    ],
    withheld: remove ? [] : deletions,
    faults: drafts.faults,
    expects: versionsOf(state),
  };
}

/** The changes of profiles and layers, whose names are unique. */
function renamed(drafts: Drafts, { profiles = [], layers = [], contents }: State): Draft[] {
  const changes = (section: Section) => drafts.of('change').filter((draft) => draft.section === section);
  const namesOf = (list: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(list.map(({ id, name }) => [id, name]));
  return [
    ...inOrderOfNames(changes('profiles'), namesOf(profiles), (id, name) => ({
      call: 'profiles.change',
      params: { id },
      body: { name },
    })),
    ...inOrderOfNames(changes('layers'), namesOf(layers), (layerId, name) => {
      const { definition, off, locks } = contents.get(layerId) ?? { definition: {}, off: [], locks: [] };
      return { call: 'layers.change', params: { layerId }, body: { name, definition, off, locks } };
    }),
  ];
}

/** The calls of steps, which refer to each other by their place in the list. */
export function callsOf(steps: readonly Draft[]): TogetherCall[] {
  return steps.map(({ call, uses }) => ({
    ...call,
    ...(uses.length > 0 && { uses: uses.map(({ at, step }) => ({ at, call: steps.indexOf(step) })) }),
  }));
}
