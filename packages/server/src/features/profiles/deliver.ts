import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { GatewayPorts } from '../../gateway/ports.ts';
import type { Sealer } from '../../platform/seal.ts';
import { withDefaults } from './definition/check.ts';
import { openDefinition } from './definition/secrets.ts';
import type { IsRollingOut } from './deps.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

/** Reads a profile as its machines get it: one revision, or the newest, secrets in clear. For the gateway alone. */
export function profileLoader(db: Database, sealer: Sealer, isRollingOut: IsRollingOut): GatewayPorts['loadProfile'] {
  return (organizationId: OrganizationId, profileId: ProfileId, revision: number | undefined) =>
    inTenant(db, { organizationId }, async (tx) => {
      const key = { organizationId, profileId };
      const profile = await findProfile(tx, key);
      const found = profile && (await findRevision(tx, key, revision ?? profile.revision));
      if (!found) return undefined;
      const definition = openDefinition(sealer, organizationId, found.definition);
      return {
        content: { id: profileId, name: found.name, revision: found.revision, definition },
        isStaged: await isRollingOut(tx, key),
      };
    });
}

/** One revision of a profile as it is saved, for features that act on what a machine shows. */
export function definitionReader(sealer: Sealer) {
  return async (
    tx: Tx,
    key: { readonly organizationId: OrganizationId; readonly profileId: ProfileId },
    revision: number,
  ): Promise<ProfileDefinition | undefined> => {
    const found = await findRevision(tx, key, revision);
    return found && withDefaults(openDefinition(sealer, key.organizationId, found.definition));
  };
}
