import { verifyAudit } from '@berth/contract/api/audit';
import type { Tx } from '../../db/connection.ts';
import { route } from '../../http/route.ts';
import { type Verification, verifyChain } from './chain.ts';
import { pagesWithin } from './pages.ts';
import { type ChainId, findHead } from './store.ts';
import { type Dispute, holdsHead, listDisputes } from './witness.ts';

export const verifyAuditRoute = route(verifyAudit, async ({ query, tx, organizationId }) => {
  const { head, disputes, ...verification } = await verifyWhole(tx, organizationId);
  return {
    ...verification,
    head: head?.toString('hex') ?? null,
    disputedBy: disputes.map(({ machineId }) => machineId),
    holds: query.kept === undefined ? null : await holdsHead(tx, organizationId, query.kept),
  };
});

/** A chain by itself, and held against what machines kept of it: a chain whose end was cut off still fits together. */
export async function verifyWhole(
  tx: Tx,
  chain: ChainId,
): Promise<Verification & { readonly disputes: readonly Dispute[] }> {
  const verification = await verifyChain(chain, pagesWithin(tx, chain), await findHead(tx, chain));
  const disputes = await listDisputes(tx, chain);
  const [first] = disputes;
  if (!first || !verification.intact) return { ...verification, disputes };
  const brokenAt = Math.min(first.sequence, verification.entries + 1);
  return { ...verification, intact: false, entries: brokenAt - 1, brokenAt, disputes };
}
