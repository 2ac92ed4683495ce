import { listOrganizations } from '@berth/contract/api/organizations';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { route } from '../../http/route.ts';
import { organizationListing, presentOrganization } from './present.ts';
import * as store from './store.ts';

export const listOrganizationsRoute = route(listOrganizations, async ({ query, caller, tx }) => {
  const list = listQuery(query.filter, organizationListing);
  const rows = await store.listOrganizations(tx, caller.userId, list);
  return rows.map((row) => pick(presentOrganization(row), list.fields));
});
