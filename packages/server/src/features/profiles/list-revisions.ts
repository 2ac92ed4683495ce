import { listRevisions } from '@berth/contract/api/profiles';
import { route } from '../../http/route.ts';
import { presentRevision } from './present.ts';
import * as store from './store-revisions.ts';

const LIMIT_DEFAULT = 50;

export const listRevisionsRoute = route(listRevisions, async ({ params, query, tx, organizationId }) => {
  const page = { limit: query.limit ?? LIMIT_DEFAULT, before: query.before };
  const rows = await store.listRevisions(tx, { organizationId, profileId: params.id }, page);
  return rows.map(presentRevision);
});
