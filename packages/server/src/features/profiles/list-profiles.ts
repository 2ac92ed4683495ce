import { listOrganizationProfiles, listProfiles } from '@berth/contract/api/profiles';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { route } from '../../http/route.ts';
import { presentSummary, profileListing } from './present.ts';
import * as store from './store.ts';

export const listProfilesRoute = route(listProfiles, async ({ query, tx }) => {
  const list = listQuery(query.filter, profileListing);
  const rows = await store.listProfiles(tx, undefined, list);
  return rows.map((row) => pick(presentSummary(row), list.fields));
});

export const listOrganizationProfilesRoute = route(listOrganizationProfiles, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, profileListing);
  const rows = await store.listProfiles(tx, organizationId, list);
  return rows.map((row) => pick(presentSummary(row), list.fields));
});
