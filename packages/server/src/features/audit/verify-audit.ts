import { verifyAudit } from '@berth/contract/api/audit';
import { route } from '../../http/route.ts';
import { verifyChain } from './chain.ts';
import { pagesWithin } from './pages.ts';
import { findHead } from './store.ts';

export const verifyAuditRoute = route(verifyAudit, async ({ tx, organizationId }) => {
  const expected = await findHead(tx, organizationId);
  const { head, ...verification } = await verifyChain(organizationId, pagesWithin(tx, organizationId), expected);
  return { ...verification, head: head?.toString('hex') ?? null };
});
