import { readRevision } from '@berth/contract/api/profiles';
import { route } from '../../http/route.ts';
import { maskDefinition } from './definition/secrets.ts';
import { noSuchRevision } from './errors.ts';
import { presentRevision } from './present.ts';
import { findRevision } from './store-revisions.ts';

export const readRevisionRoute = route(readRevision, async ({ params, tx, organizationId }) => {
  const row = await findRevision(tx, { organizationId, profileId: params.id }, params.revision);
  if (!row) throw noSuchRevision(params.revision);
  return { ...presentRevision(row), name: row.name, definition: maskDefinition(row.definition) };
});
