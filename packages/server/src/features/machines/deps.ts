import type { Database } from '../../db/connection.ts';
import type { Nonces } from '../../gateway/nonce.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/seal.ts';

export interface MachineDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly nonces: Nonces;
  readonly presence: Presence;
}
