import { type ListedAuditEntry, listAudit, listOwnAudit } from '@berth/contract/api/audit';
import type { Tx } from '../../db/connection.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { route } from '../../http/route.ts';
import { auditListing, presentListed } from './present.ts';
import { type ChainId, listNamedEntries } from './store.ts';

export const listAuditRoute = route(listAudit, ({ query, tx, organizationId }) =>
  entriesOf(tx, organizationId, query.filter),
);

export const listOwnAuditRoute = route(listOwnAudit, ({ query, tx, caller }) =>
  entriesOf(tx, caller.userId, query.filter),
);

async function entriesOf(tx: Tx, chain: ChainId, filter: string | undefined): Promise<ListedAuditEntry[]> {
  const list = listQuery(filter, auditListing);
  const rows = await listNamedEntries(tx, chain, list);
  return rows.map((row) => pick(presentListed(row), list.fields));
}
