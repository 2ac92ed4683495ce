import { profileSettings, type Setting } from '../layers/settings.ts';
import { DEPLOYMENT_DEFAULT } from '../limits.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { mask, secretPointers, unresolvedMasks } from '../profile/secrets.ts';
import { cleanName } from '../rules/text.ts';
import { canonical, nameKey } from './compare.ts';
import { type Difference, type Draft, type Drafts, paired } from './draft.ts';
import type { State } from './state.ts';
import type { Wanted, WantedProfile } from './wanted.ts';

/** Finds a profile by its name as it is wanted: an ID that exists, or the step that creates it. */
export type FindProfile = (name: string) => { readonly id: string } | { readonly step: Draft } | undefined;

export function planProfiles(drafts: Drafts, { profiles = [] }: Wanted, state: State): FindProfile {
  const existing = state.profiles ?? [];
  const found = new Map<string, { readonly id: string } | { readonly step: Draft }>();
  for (const { id, name } of existing) found.set(nameKey(name), { id });
  const { pairs, rest } = paired(profiles, existing, {
    want: ({ name }) => nameKey(name),
    have: ({ name }) => nameKey(name),
  });
  // A renamed profile is found by its new name.
  for (const [{ name }, { id }] of pairs) found.set(nameKey(name), { id });
  for (const want of profiles) {
    const have = pairs.get(want);
    if (!have) {
      const { name, deployment = DEPLOYMENT_DEFAULT, definition } = want;
      const body = { name, deployment, definition };
      const differences = settingDifferences([], profileSettings(masked(definition)));
      const call = { call: 'profiles.create', body } as const;
      found.set(nameKey(name), {
        step: drafts.add('create', { section: 'profiles', name, call, differences, wanted: want }),
      });
      continue;
    }
    changeOf(drafts, state, want, have.id);
  }
  if (profiles.length > 0) {
    for (const { id, name, revision } of rest) {
      const call = { call: 'profiles.delete', params: { id }, ifMatch: revision } as const;
      drafts.add('delete', { section: 'profiles', name, call, id });
    }
  }
  return (name) => found.get(nameKey(name));
}

function changeOf(drafts: Drafts, state: State, want: WantedProfile, id: string): void {
  const have = state.definitions.get(id);
  if (!have) return;
  if (want.deployment !== undefined && want.deployment !== have.deployment) {
    drafts.fault(
      want,
      '/deployment',
      `is ${have.deployment}, and cannot be changed: give the profile another name and no ID`,
    );
    return;
  }
  const name = cleanName(want.name);
  const [before, after] = [masked(have.definition), masked(want.definition)];
  const isSame = name === have.name && canonical(before) === canonical(after);
  if (isSame && !hasSecretsToSet(want.definition)) return;
  const differences = [
    ...(name === have.name ? [] : [{ path: 'name', before: have.name, after: name }]),
    ...settingDifferences(profileSettings(before), profileSettings(after)),
  ];
  const body = { name, definition: want.definition };
  const call = { call: 'profiles.change', params: { id }, body, ifMatch: have.revision } as const;
  drafts.add('change', { section: 'profiles', name, call, differences, wanted: want, id, tentative: isSame });
}

/** A complete definition, with every secret masked. */
function masked(definition: object): object {
  return mask(ProfileDefinition, applyDefaults(ProfileDefinition, definition)) as object;
}

export function hasSecretsToSet(definition: object): boolean {
  return secretPointers(ProfileDefinition, definition).length > unresolvedMasks(ProfileDefinition, definition).length;
}

/** What one side says and the other does not, by path. */
export function settingDifferences(before: readonly Setting[], after: readonly Setting[]): Difference[] {
  const table = (settings: readonly Setting[]) =>
    new Map(settings.map((each) => [each.path, each.kind === 'value' ? each.value : (each.value ?? `(${each.kind})`)]));
  const [old, next] = [table(before), table(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ path, before: old.get(path), after: next.get(path) }))
    .filter((each) => canonical(each.before ?? null) !== canonical(each.after ?? null));
}
