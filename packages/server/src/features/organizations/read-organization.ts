import { readOrganization } from '@berth/contract/api/organizations';
import { ApiError } from '../../http/api-error.ts';
import { readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { route } from '../../http/route.ts';
import { ORGANIZATION_FIELDS, presentOrganization } from './present.ts';
import { findOrganization } from './store.ts';

export const readOrganizationRoute = route(readOrganization, async ({ query, caller, tx, organizationId, setEtag }) => {
  const fields = readFields(query.filter, ORGANIZATION_FIELDS);
  const row = await findOrganization(tx, caller.userId, organizationId);
  if (!row) throw new ApiError('not-found', 'There is no such organization.');
  setEtag(row.revision);
  return pick(presentOrganization(row), fields);
});
