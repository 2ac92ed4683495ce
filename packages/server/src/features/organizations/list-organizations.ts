import { listOrganizations } from '@berth/contract/api/organizations';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Caller, route } from '../../http/route.ts';
import { organizationListing, presentListed } from './present.ts';
import * as store from './store.ts';

export const listOrganizationsRoute = route(listOrganizations, async ({ query, caller, tx }) => {
  const list = listQuery(query.filter, organizationListing);
  const rows = await store.listOrganizations(tx, invitable(caller), list);
  return rows.map((row) => pick(presentListed(row), list.fields));
});

/** A key works in the name of its maker, whose invitations are no business of its organization. */
function invitable({ userId, email, apiKey }: Caller) {
  return { userId, email: apiKey ? null : email };
}
