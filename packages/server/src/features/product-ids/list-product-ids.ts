import { listProductIds } from '@berth/contract/api/product-ids';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { requirePlatformAdministrator } from '../../http/platform-administrator.ts';
import { type Route, route } from '../../http/route.ts';
import { presentProductId } from './present.ts';
import * as store from './store.ts';

export function listProductIdsRoute(db: Database): Route {
  return route(listProductIds, async ({ query, caller }) => {
    requirePlatformAdministrator(caller);
    const rows = await asSystem(db, (tx) => store.listProductIds(tx, query.machineId));
    return rows.map(presentProductId);
  });
}
