import type { Database } from '../../db/connection.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { issueProductIdsRoute } from './issue-product-ids.ts';
import { listProductIdsRoute } from './list-product-ids.ts';
import { withdrawProductIdRoute } from './withdraw-product-id.ts';

export interface ProductIdDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly recordWork: RecordWork;
}

export function productIdRoutes(deps: ProductIdDeps): Route[] {
  return [issueProductIdsRoute(deps.db), listProductIdsRoute(deps.db), withdrawProductIdRoute(deps)];
}
