import type { Database } from '../../db/connection.ts';
import type { Nonces } from '../../gateway/nonce.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';

export interface SignalingDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly nonces: Nonces;
  /** WebSocket addresses of the three signaling servers. */
  readonly signaling: readonly string[];
  readonly turn: { readonly urls: readonly string[]; readonly secret: string | undefined };
}
