import type { OrganizationId } from '@berth/contract/ids';
import type { RawBuilder } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { type ChainId, type EntryRow, pageAfter } from './store.ts';

const PAGE = 1_000;

/** A log in its order, page by page: however long it is, little of it is in memory. */
async function* pages(
  readAfter: (sequence: number) => Promise<readonly EntryRow[]>,
): AsyncGenerator<readonly EntryRow[]> {
  for (let last = 0; ; ) {
    const page = await readAfter(last);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.sequence ?? last;
  }
}

/** A chain, read within a transaction. */
export function pagesWithin(tx: Tx, chain: ChainId): AsyncGenerator<readonly EntryRow[]> {
  return pages((sequence) => pageAfter(tx, chain, sequence, PAGE));
}

/** An organization's log, each page in a transaction of its own: for readers who take their time. */
export function pagesOf(
  db: Database,
  organizationId: OrganizationId,
  where?: RawBuilder<boolean>,
): AsyncGenerator<readonly EntryRow[]> {
  return pages((sequence) =>
    inTenant(db, { organizationId }, (tx) => pageAfter(tx, organizationId, sequence, PAGE, where)),
  );
}
