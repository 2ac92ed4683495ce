import { isDeepStrictEqual } from 'node:util';
import { IMPACT_MACHINES_SHOWN, type ProfileImpact, previewProfile } from '@berth/contract/api/impact';
import type { MachineId } from '@berth/contract/ids';
import { ProfileDefinition as Definition, type ProfileDefinition } from '@berth/contract/profile/definition';
import { type Interruption, interruptions } from '@berth/contract/profile/openable';
import { unmask } from '@berth/contract/profile/secrets';
import { cleanName } from '@berth/contract/rules/text';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { Presence } from '../../gateway/presence.ts';
import { type Route, route } from '../../http/route.ts';
import { checkDefinition, withDefaults } from './definition/check.ts';
import { differences } from './definition/compare.ts';
import { maskDefinition, openDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function previewProfileRoute({ sealer, presence }: ProfileDeps): Route {
  return route(previewProfile, async ({ params, body, tx, organizationId }) => {
    const key = { organizationId, profileId: params.id };
    const profile = await findProfile(tx, key);
    const current = profile && (await findRevision(tx, key, profile.revision));
    if (!current) throw notFound();

    // As saved, even if it breaks newer rules.
    const before = withDefaults(openDefinition(sealer, organizationId, current.definition));
    const after = checkDefinition(unmask(Definition, before, body.definition));
    const shown = (name: string, definition: ProfileDefinition) => ({
      clear: { name, definition },
      masked: { name, definition: maskDefinition(definition) },
    });
    const changes = differences(shown(profile.name, before), shown(cleanName(body.name ?? profile.name), after));
    const machines = changes.length === 0 ? [] : await machinesOf(tx, key);
    return {
      revision: profile.revision,
      changes,
      machines: presentMachines(machines, presence),
      interrupted: {
        sessions: interruptions(before, after).map(presentInterruption),
        network: !isDeepStrictEqual(before.system.network, after.system.network),
      },
    };
  });
}

function presentMachines(
  machines: Awaited<ReturnType<typeof machinesOf>>,
  presence: Presence,
): ProfileImpact['machines'] {
  return {
    total: machines.length,
    online: machines.filter(({ machine_id }) => presence.isOnline(machine_id)).length,
    first: machines
      .slice(0, IMPACT_MACHINES_SHOWN)
      .map(({ machine_id: id, name }) => ({ id, name, online: presence.isOnline(id) })),
  };
}

function presentInterruption({ session, why }: Interruption): ProfileImpact['interrupted']['sessions'][number] {
  const { type, index, appInstance, title } = session;
  return { session_type: type, session_index: index, app_instance: appInstance, title, why };
}

/** Lists the machines with a profile, by name. */
async function machinesOf(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
): Promise<{ readonly machine_id: MachineId; readonly name: string }[]> {
  const { rows } = await sql<{ machine_id: MachineId; name: string }>`
    select machine_id, name from machines where organization_id = ${organizationId} and profile_id = ${profileId}
    order by ordered_name, machine_id`.execute(tx);
  return rows;
}
