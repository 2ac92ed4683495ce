import type { Database } from '../../db/connection.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/post.ts';
import type { Sealer } from '../../platform/seal.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  /** Whether addresses without TLS are taken: only where an operator has opened networks of their own. */
  readonly plainHttp: boolean;
  /** Areas of which there are events, such as machines. */
  readonly areas: ReadonlySet<string>;
}
