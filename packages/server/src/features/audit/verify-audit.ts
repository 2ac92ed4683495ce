import { verifyAudit } from '@berth/contract/api/audit';
import type { OrganizationId } from '@berth/contract/ids';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import { type Route, route } from '../../http/route.ts';
import { type Verification, verifyChain } from './chain.ts';
import { pagesOf } from './pages.ts';
import { findHead } from './store.ts';

/** Whether an organisation's audit log is what was written. */
export async function verifyOrganization(db: Database, organizationId: OrganizationId): Promise<Verification> {
  const head = await inTenant(db, { organizationId }, (tx) => findHead(tx, organizationId));
  return verifyChain(organizationId, pagesOf(db, organizationId), head);
}

export function verifyAuditRoute(db: Database): Route {
  return route(verifyAudit, async ({ organizationId }) => {
    const { head, ...verification } = await verifyOrganization(db, organizationId);
    return { ...verification, head: head?.toString('hex') ?? null };
  });
}
