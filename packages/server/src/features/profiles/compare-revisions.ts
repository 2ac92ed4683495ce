import { compareRevisions } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import { type Route, route } from '../../http/route.ts';
import { differences, type Shown } from './definition/compare.ts';
import { maskDefinition, openDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { noSuchRevision } from './errors.ts';
import { findRevision } from './store-revisions.ts';

export function compareRevisionsRoute({ sealer }: ProfileDeps): Route {
  async function load(tx: Tx, organizationId: OrganizationId, profileId: ProfileId, revision: number): Promise<Shown> {
    const row = await findRevision(tx, { organizationId, profileId }, revision);
    if (!row) throw noSuchRevision(revision);
    const { name, definition } = row;
    return {
      clear: { name, definition: openDefinition(sealer, organizationId, definition) },
      masked: { name, definition: maskDefinition(definition) },
    };
  }

  return route(compareRevisions, async ({ params, query, tx, organizationId }) => {
    const before = await load(tx, organizationId, params.id, query.from);
    const after = await load(tx, organizationId, params.id, query.to);
    return differences(before, after);
  });
}
