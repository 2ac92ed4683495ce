import { type AuditEntry, listAudit, listOwnAudit } from '@berth/contract/api/audit';
import type { Tx } from '../../db/connection.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { route } from '../../http/route.ts';
import { auditListing, presentEntry } from './present.ts';
import { type ChainId, listEntries } from './store.ts';

export const listAuditRoute = route(listAudit, ({ query, tx, organizationId }) =>
  entriesOf(tx, organizationId, query.filter),
);

export const listOwnAuditRoute = route(listOwnAudit, ({ query, tx, caller }) =>
  entriesOf(tx, caller.userId, query.filter),
);

async function entriesOf(tx: Tx, chain: ChainId, filter: string | undefined): Promise<AuditEntry[]> {
  const list = listQuery(filter, auditListing);
  const rows = await listEntries(tx, chain, list);
  return rows.map((row) => pick(presentEntry(row), list.fields));
}
