import type Provider from 'oidc-provider';
import type { Database } from '../../db/connection.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/seal.ts';
import type { Directory } from './directory/ldap.ts';
import type { Throttle } from './login/throttle.ts';
import type { MailQueue } from './mails/mail-queue.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { EndedSessions } from './tokens/ended-sessions.ts';

/** What the sign-in endpoints work with; each takes the part it uses. */
export interface IdentityDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly provider: Provider;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly mails: MailQueue;
  readonly endedSessions: EndedSessions;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** Signs the cookie that binds an interaction to its browser. */
  readonly interactionKey: Buffer;
  readonly clock: Clock;
  /** The directory that checks passwords of accounts without a local one; undefined: none. */
  readonly directory: Directory | undefined;
  readonly sealer: Sealer;
  /** The key for hashes of typed codes: those of sign-up mails and recovery codes. */
  readonly codeKey: Buffer;
}
