import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/repeat.ts';
import { recordWork } from './record.ts';

const EVERY_MS = 600_000;

/** Publishes each log's newest entry once a day, where the server cannot take it back: to webhooks, and to its own log. */
export function startHeadPublishing(db: Database, logger: Logger): { stop(): Promise<void> } {
  return repeat('audit.publish-heads', EVERY_MS, () => publishHeads(db, logger), logger);
}

/** Writes an entry that names the one before it: webhooks are told of it like of any other. */
export async function publishHeads(db: Database, logger: Logger): Promise<void> {
  // One node at a time: the lock is held until all of them are published.
  await asSystem(db, async (system) => {
    const lock = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('audit heads', 0)) as free`.execute(system);
    if (!lock.rows[0]?.free) return;
    const { rows } = await sql<{ chain_id: OrganizationId; sequence: number; hash: Buffer }>`
      select chain_id, sequence, hash from audit_heads_to_publish()`.execute(system);
    for (const { chain_id: organizationId, sequence, hash } of rows) {
      const head = { sequence, hash: hash.toString('hex') };
      await inTenant(db, { organizationId }, (tx) =>
        recordWork(tx, organizationId, {
          action: 'audit.published',
          actor: { kind: 'system', name: 'Berth' },
          after: head,
        }),
      );
      logger.info({ organizationId, ...head }, 'Newest entry of an audit log');
    }
  });
}
