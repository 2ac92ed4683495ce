import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/repeat.ts';
import { expireCommands } from './store-delivery.ts';

const EVERY_MS = 5_000;

/** Ends commands whose time is over, in all tenants. Any number of servers may do so at once. */
export function startCommandExpiry(db: Database, logger: Logger): { stop(): Promise<void> } {
  return repeat('commands.expire', EVERY_MS, () => asSystem(db, expireCommands), logger);
}
