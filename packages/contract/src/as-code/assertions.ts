import { covers, effective } from '../layers/merge.ts';
import { pathNamed, valueAt } from '../layers/paths.ts';
import { type Resolved, resolveLayers } from '../layers/resolve.ts';
import { type LayerContent, layerSettings, profileSettings } from '../layers/settings.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { canonical, nameKey } from './compare.ts';
import type { Assertion, ExampleMachine, Expectation } from './files.ts';
import type { Wanted, WantedLayer, WantedProfile } from './wanted.ts';

/** What a value comes from: a profile or a layer of the folder. */
export type Origin = WantedProfile | WantedLayer;

/** An expectation that a machine does not meet. */
export interface Failure {
  /** Undefined if it is about no machine at all, or about the assertion itself. */
  readonly machine: string | undefined;
  readonly path: string;
  readonly message: string;
  /** Where the value comes from; undefined if the assertion is about no value. */
  readonly origin: Origin | 'default' | undefined;
  /** The number of the expectation. */
  readonly index: number;
}

/** Resolves machines by the profiles and layers of a folder, as the server would once they are applied. */
export function machineResolver({ profiles = [], layers = [], order }: Wanted) {
  const made = new Map<string, Resolved<Origin>>();
  const byName = new Map(profiles.map((profile) => [nameKey(profile.name), profile]));
  const shared = (scope: 'organization' | 'tag', names: readonly string[] = []) => {
    const place = new Map(names.map((name, index) => [nameKey(name), index]));
    const placeOf = ({ name }: WantedLayer) => place.get(nameKey(name)) ?? names.length;
    return layers.filter((layer) => layer.scope === scope).toSorted((a, b) => placeOf(a) - placeOf(b));
  };
  const organization = shared('organization', order?.organization);
  const tagged = shared('tag', order?.tags);

  /** Undefined if the folder does not have the machine's profile. */
  return ({ profile: name, tags = [], id }: ExampleMachine): Resolved<Origin> | undefined => {
    const profile = byName.get(nameKey(name));
    if (!profile) return undefined;
    const above = [
      ...tagged.filter(({ tag }) => tag !== undefined && tags.includes(tag)),
      ...layers.filter(({ scope, machine }) => scope === 'machine' && id !== undefined && machine === id),
    ];
    const key = canonical([nameKey(name), above.map((layer) => nameKey(layer.name))]);
    const known = made.get(key);
    if (known) return known;
    const complete = applyDefaults(ProfileDefinition, profile.definition);
    const resolved = resolveLayers<Origin>([
      ...organization.map(settingsOf),
      { source: profile, settings: profileSettings(complete), locks: [] },
      ...above.map(settingsOf),
    ]);
    made.set(key, resolved);
    return resolved;
  };
}

function settingsOf(layer: WantedLayer) {
  const paths = (texts: readonly string[] = []) => texts.map((text) => pathNamed(text) ?? text);
  const content: LayerContent = { definition: layer.definition, off: paths(layer.off), locks: paths(layer.locks) };
  return { source: layer, settings: layerSettings(content), locks: content.locks };
}

/** Every expectation of an assertion that a machine does not meet. */
export function failuresOf(
  { machines: wanted = {}, allowNone, expect }: Assertion,
  machines: readonly ExampleMachine[],
  resolve: ReturnType<typeof machineResolver>,
): Failure[] {
  const about = machines.filter(
    ({ name, tags = [], profile }) =>
      (wanted.name === undefined || wanted.name === name) &&
      (wanted.tag === undefined || tags.includes(wanted.tag)) &&
      (wanted.profile === undefined || nameKey(wanted.profile) === nameKey(profile)),
  );
  const failure = (message: string, index: number, more: Partial<Failure> = {}): Failure => ({
    machine: undefined,
    path: expect[index]?.path ?? '',
    origin: undefined,
    message,
    index,
    ...more,
  });
  if (about.length === 0 && allowNone !== true) return [failure('is about no machine (allowNone: true allows it)', 0)];
  return expect.flatMap((each, index) => {
    const path = pathNamed(each.path);
    if (path === undefined) return [failure('names no field of a profile', index)];
    return about.flatMap((machine) => {
      const resolved = resolve(machine);
      if (!resolved)
        return [
          failure(`has the profile "${machine.profile}", which is not in the folder`, index, { machine: machine.name }),
        ];
      return unmet(resolved, path, each).map((message) =>
        failure(message, index, { machine: machine.name, path, origin: originOf(resolved, path) }),
      );
    });
  });
}

function unmet(
  resolved: Resolved<Origin>,
  path: string,
  { equals, differs, matches, exists, locked }: Expectation,
): string[] {
  const value = valueAt(resolved, path);
  const shown = value === undefined ? 'is not set' : `is ${shortened(JSON.stringify(value))}`;
  const isThere = value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  const isLocked = resolved.merged.locks.some((lock) => covers(lock.path, path));
  const faults: string[] = [];
  if (equals !== undefined && canonical(value ?? null) !== canonical(equals)) {
    faults.push(`${shown}, expected ${JSON.stringify(equals)}`);
  }
  if (differs !== undefined && canonical(value ?? null) === canonical(differs))
    faults.push(`${shown}, expected another value`);
  if (matches !== undefined && !(typeof value === 'string' && new RegExp(matches, 'u').test(value))) {
    faults.push(`${shown}, expected to match ${matches}`);
  }
  if (exists !== undefined && exists !== isThere)
    faults.push(exists ? `${shown}, expected a value` : `${shown}, expected none`);
  if (locked !== undefined && locked !== isLocked) faults.push(locked ? 'is not locked' : 'is locked');
  return faults;
}

const VALUE_MAX = 120;

function shortened(text: string): string {
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}

/** Who says what is at a path, or the last to say something inside of it. */
function originOf({ merged }: Resolved<Origin>, path: string): Origin | 'default' {
  const own = effective(merged.chains.get(path));
  if (own) return own.source;
  const inside = [...merged.chains].filter(([each]) => covers(path, each)).map(([, chain]) => effective(chain)?.source);
  return inside.findLast((source) => source !== undefined) ?? 'default';
}
