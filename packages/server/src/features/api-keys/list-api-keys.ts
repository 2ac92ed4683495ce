import { listApiKeys } from '@berth/contract/api/api-keys';
import { route } from '../../http/route.ts';
import { presentKey } from './present.ts';
import { listKeys } from './store.ts';

export const listApiKeysRoute = route(listApiKeys, async ({ tx, organizationId }) => {
  const rows = await listKeys(tx, organizationId);
  return rows.map(presentKey);
});
