import { IMPACT_MACHINES_SHOWN, LAYER_IMPACT_SHOWN, listDefinitionValues } from '@berth/contract/api/impact';
import type { OrganizationId } from '@berth/contract/ids';
import { covers } from '@berth/contract/layers/merge';
import { pathNamed, valueAt } from '@berth/contract/layers/paths';
import { resolveLayers } from '@berth/contract/layers/resolve';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { pointerKeys } from '@berth/contract/profile/pointer';
import type { Tx } from '../../../db/connection.ts';
import { type Route, route } from '../../../http/route.ts';
import { machinesOf } from './group-machines.ts';
import { Definitions, type Group, layersFor, loadPlaced, type PlacedLayer } from './groups.ts';
import { inOrder } from './machine-definition.ts';
import type { LayerDeps } from './save.ts';
import { noSuchField, shown, whyOf } from './why.ts';

interface Found {
  readonly value: unknown;
  readonly source: string;
}

/** Lists the values that machines have for a field, with their sources. */
export function listDefinitionValuesRoute({ sealer }: LayerDeps): Route {
  return route(listDefinitionValues, async ({ query, tx, organizationId }) => {
    const path = pathNamed(query.path);
    if (path === undefined) throw noSuchField(query.path);
    const layers = await loadPlaced(tx, sealer, organizationId);
    const definitions = new Definitions(tx, sealer, organizationId);
    const values = new FieldValues(path);
    const names = await profileNames(tx, organizationId);
    const found = new Map<string, Found & { readonly sourceName: string; readonly groups: Group[] }>();
    for (const group of await definitions.groups()) {
      const profile = await definitions.profileOf(group);
      if (!profile) continue;
      const all = layersFor(group, layers);
      const leftOut = await definitions.leftOutOf(group, all);
      const applied = all.filter(({ id }) => !leftOut.has(id));
      const { value, source } = values.of(profile, applied);
      const layer = applied.find(({ id }) => id === source)?.name;
      const sourceName = source === 'profile' ? (names.get(group.profileId) ?? '') : (layer ?? '');
      const key = JSON.stringify([value, source, sourceName]);
      const known = found.get(key) ?? { value, source, sourceName, groups: [] };
      known.groups.push(group);
      found.set(key, known);
    }
    const listed = [...found.values()]
      .map((each) => ({ ...each, machines: each.groups.reduce((total, { machines }) => total + machines, 0) }))
      .toSorted((a, b) => b.machines - a.machines)
      .slice(0, LAYER_IMPACT_SHOWN);
    const sets = listed.map(({ groups }) => groups);
    const first = await machinesOf(tx, organizationId, sets, { limit: IMPACT_MACHINES_SHOWN });
    return listed.map(({ value, source, sourceName, machines }, set) => ({
      ...(value !== undefined && { value }),
      source,
      sourceName,
      machines,
      first: first[set] ?? [],
    }));
  });
}

/** The value of one path for many combinations. Cached by the settings near the path, most of which are equal. */
class FieldValues {
  readonly #path: string;
  /** The section that the path is in. */
  readonly #section: string;
  readonly #isReference: boolean;
  readonly #known = new Map<string, Found>();

  constructor(path: string) {
    this.#path = path;
    this.#section = `/${pointerKeys(path).slice(0, 2).join('/')}`;
    this.#isReference = /^\/thinhoc\/(?:kiosk|autostart)/.test(path);
  }

  of(profile: ProfileDefinition, applied: readonly PlacedLayer[]): Found {
    const near = inOrder(profile, applied)
      .map(({ source, settings, locks }) => ({
        source,
        settings: settings.filter((setting) => this.#isNear(setting.path)),
        locks: locks.filter((lock) => this.#isNear(lock)),
      }))
      .filter(({ settings, locks }) => settings.length + locks.length > 0);
    // During a rollout of a layer, machines have one of two revisions.
    const revisions = new Map(applied.map(({ id, revision }) => [id, revision]));
    const key = JSON.stringify(
      near.map((each) => (each.source === 'profile' ? each : [each.source, revisions.get(each.source)])),
    );
    const known = this.#known.get(key);
    if (known) return known;
    const resolved = resolveLayers(near);
    const value = shown(this.#path, valueAt(resolved, this.#path));
    const found = { value, source: whyOf(resolved, this.#path)[0]?.source ?? 'default' };
    this.#known.set(key, found);
    return found;
  }

  // In the same section, because a secret depends on values beside it. References to sessions depend on all sessions.
  #isNear(path: string): boolean {
    if (covers(this.#section, path) || covers(path, this.#section)) return true;
    return this.#isReference && covers('/thinhoc/sessions', path);
  }
}

async function profileNames(tx: Tx, organizationId: OrganizationId): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['profile_id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ profile_id, name }) => [profile_id, name]));
}
