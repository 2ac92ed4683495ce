import type { AuditHead } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ChainId } from './store.ts';

/** Heads that a machine was given with earlier welcomes, and kept. */
export interface KeptHeads {
  readonly machineId: MachineId;
  readonly heads: readonly AuditHead[];
}

/** Of some heads, those that are entries of the chain. */
async function heldHeads(tx: Tx, chain: ChainId, heads: readonly AuditHead[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sequence: number; hash: Buffer }>`
    select e.sequence, e.hash from audit_entries e
    where e.chain_id = ${chain} and e.sequence = any (${heads.map(({ sequence }) => sequence)}::bigint[])`.execute(tx);
  return new Set(rows.map(({ sequence, hash }) => nameOf({ sequence, hash: hash.toString('hex') })));
}

function nameOf({ sequence, hash }: AuditHead): string {
  return `${sequence}:${hash}`;
}

/** Whether a head that somebody kept, as SEQUENCE:HASH, is an entry of the chain. */
export async function holdsHead(tx: Tx, chain: ChainId, kept: string): Promise<boolean> {
  const [sequence = '', hash = ''] = kept.split(':');
  return (await heldHeads(tx, chain, [{ sequence: Number(sequence), hash }])).has(kept);
}

/** Compares what machines kept with their organization's log, and writes down who keeps what is not in it. */
export function headChecker(db: Database, logger: Logger) {
  return (organizationId: OrganizationId, kept: readonly KeptHeads[]): Promise<void> =>
    inTenant(db, { organizationId }, async (tx) => {
      const held = await heldHeads(
        tx,
        organizationId,
        kept.flatMap(({ heads }) => heads),
      );
      for (const { machineId, heads } of kept) {
        const missing = heads.find((head) => !held.has(nameOf(head)));
        if (!missing) continue;
        const { sequence, hash } = missing;
        logger.error(
          { organizationId, machine: machineId, sequence, hash },
          'The audit log lacks what a machine kept of it',
        );
        await sql`
          insert into audit_disputes (chain_id, machine_id, sequence, hash)
          values (${organizationId}, ${machineId}, ${sequence}, decode(${hash}, 'hex')) on conflict do nothing`.execute(
          tx,
        );
      }
    });
}

export interface Dispute {
  readonly machineId: MachineId;
  readonly sequence: number;
}

/** Heads that machines keep and that are still not in the chain, the oldest first. */
export async function listDisputes(tx: Tx, chain: ChainId): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select d.machine_id as "machineId", d.sequence from audit_disputes d
    where d.chain_id = ${chain} and not exists (
      select from audit_entries e where e.chain_id = d.chain_id and e.sequence = d.sequence and e.hash = d.hash
    ) order by d.sequence, d.machine_id`.execute(tx);
  return rows;
}
