import { readInventory } from '@berth/contract/api/machines';
import { route } from '../../../http/route.ts';
import { notFound } from '../errors.ts';
import { findInventory } from './store.ts';

export const readInventoryRoute = route(readInventory, async ({ params, tx, organizationId }) => {
  const found = await findInventory(tx, { organizationId, machineId: params.id });
  if (!found) throw notFound();
  return found;
});
