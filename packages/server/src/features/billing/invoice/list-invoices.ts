import { listInvoices } from '@berth/contract/api/billing';
import { listQuery } from '../../../http/filter/list-query.ts';
import { pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import { invoiceListing, presentInvoice } from './present.ts';
import * as store from './store.ts';

export const listInvoicesRoute = route(listInvoices, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, invoiceListing);
  const rows = await store.listInvoices(tx, organizationId, list);
  return rows.map((row) => pick(presentInvoice(row), list.fields));
});
