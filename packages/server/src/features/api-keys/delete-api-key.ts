import { deleteApiKey } from '@berth/contract/api/api-keys';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { presentKey } from './present.ts';
import { deleteKey } from './store.ts';

export const deleteApiKeyRoute = route(deleteApiKey, async ({ params, tx, organizationId, audit }) => {
  const row = await deleteKey(tx, organizationId, params.keyId);
  if (!row) throw new ApiError('not-found', 'There is no such key.');
  audit({ before: presentKey(row) });
  return null;
});
