import type { OrganizationId } from '@berth/contract/ids';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { type EntryRow, pageAfter } from './store.ts';

const PAGE = 1_000;

/** An organisation's whole log in its order, a page a transaction: however long it is, little of it is in memory. */
export async function* pagesOf(
  db: Database,
  organizationId: OrganizationId,
  where?: RawBuilder<boolean>,
): AsyncGenerator<readonly EntryRow[]> {
  for (let last = 0; ; ) {
    const page = await inTenant(db, { organizationId }, (tx) => pageAfter(tx, organizationId, last, PAGE, where));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.sequence ?? last;
  }
}
