import type { AuditHead } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';
import { asSystem, asUser, inTenant } from '../../db/transaction.ts';
import type { Work } from '../../http/audit.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { recordWork } from './record.ts';
import type { ChainId } from './store.ts';

const EVERY_MS = 600_000;

/**
 * Publishes each log's newest entry once a day where the server cannot revoke it: an organization's to its webhooks and to
 * the server's log. A person's own log has no webhooks: it goes to the server's log alone.
 */
export function startHeadPublishing(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob('audit.publish-heads', EVERY_MS, () => publishHeads(db, logger), logger);
}

/** Writes an entry that names the previous one; webhooks receive it like any other. */
export async function publishHeads(db: Database, logger: Logger): Promise<void> {
  // One node at a time: the lock is held until all are published.
  await asSystem(db, async (system) => {
    const lock = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('audit heads', 0)) as free`.execute(system);
    if (!lock.rows[0]?.free) return;
    const organizations = await sql<Head<OrganizationId>>`
      select chain_id, sequence, hash from audit_heads_to_publish()`.execute(system);
    for (const { chain_id: organizationId, ...newest } of organizations.rows) {
      const head = headOf(newest);
      await inTenant(db, { organizationId }, (tx) => recordWork(tx, organizationId, publicationOf(head)));
      logger.info({ organizationId, ...head }, 'Newest entry of an audit log');
    }
    const people = await sql<Head<UserId>>`
      select chain_id, sequence, hash from audit_heads_of_people_to_publish()`.execute(system);
    for (const { chain_id: userId, ...newest } of people.rows) {
      const head = headOf(newest);
      await asUser(db, { userId }, (tx) => recordWork(tx, userId, publicationOf(head)));
      logger.info({ userId, ...head }, 'Newest entry of an audit log');
    }
  });
}

interface Head<Chain> {
  readonly chain_id: Chain;
  readonly sequence: number;
  readonly hash: Buffer;
}

function headOf({ sequence, hash }: Pick<Head<ChainId>, 'sequence' | 'hash'>): AuditHead {
  return { sequence, hash: hash.toString('hex') };
}

function publicationOf(head: AuditHead): Work {
  return { action: 'audit.published', actor: { kind: 'system', name: 'Berth' }, after: head };
}

/** Heads that a machine kept from earlier welcomes. */
interface KeptHeads {
  readonly machineId: MachineId;
  readonly heads: readonly AuditHead[];
}

/** The heads that are entries of the chain. */
async function heldHeads(tx: Tx, chain: ChainId, heads: readonly AuditHead[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ sequence: number; hash: Buffer }>`
    select e.sequence, e.hash from audit_entries e
    where e.chain_id = ${chain} and e.sequence = any (${heads.map(({ sequence }) => sequence)}::bigint[])`.execute(tx);
  return new Set(rows.map(({ sequence, hash }) => nameOf({ sequence, hash: hash.toString('hex') })));
}

function nameOf({ sequence, hash }: AuditHead): string {
  return `${sequence}:${hash}`;
}

/** Whether a kept head, SEQUENCE:HASH, is an entry of the chain. */
export async function holdsHead(tx: Tx, chain: ChainId, kept: string): Promise<boolean> {
  const [sequence = '', hash = ''] = kept.split(':');
  return (await heldHeads(tx, chain, [{ sequence: Number(sequence), hash }])).has(kept);
}

/** Compares the heads that machines kept with their organization's log and records those that are missing. */
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
          'The audit log lacks an entry that a machine kept',
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

/** Heads kept by machines that the chain lacks, oldest first. */
export async function listDisputes(tx: Tx, chain: ChainId): Promise<readonly Dispute[]> {
  const { rows } = await sql<Dispute>`
    select d.machine_id as "machineId", d.sequence from audit_disputes d
    where d.chain_id = ${chain} and not exists (
      select from audit_entries e where e.chain_id = d.chain_id and e.sequence = d.sequence and e.hash = d.hash
    ) order by d.sequence, d.machine_id`.execute(tx);
  return rows;
}
