import type { Desired } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { Sealer } from '../../platform/seal.ts';
import { openDefinition } from './definition/secrets.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

/** Reads a profile as its machines get it: the newest revision, secrets in clear. For the gateway alone. */
export function profileLoader(db: Database, sealer: Sealer) {
  return (organizationId: OrganizationId, profileId: ProfileId): Promise<Desired['profile'] | undefined> =>
    inTenant(db, { organizationId }, async (tx) => {
      const profile = await findProfile(tx, { organizationId, profileId });
      const current = profile && (await findRevision(tx, { organizationId, profileId }, profile.revision));
      return (
        current && {
          id: profileId,
          name: current.name,
          revision: current.revision,
          definition: openDefinition(sealer, organizationId, current.definition),
        }
      );
    });
}
