import { listPurchases } from '@berth/contract/api/billing';
import { listQuery } from '../../../http/filter/list-query.ts';
import { pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import { presentPurchase, purchaseListing } from './present.ts';
import * as store from './store.ts';

export const listPurchasesRoute = route(listPurchases, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, purchaseListing);
  const rows = await store.listPurchases(tx, organizationId, list);
  return rows.map((row) => pick(presentPurchase(row), list.fields));
});
