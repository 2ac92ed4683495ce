import type Provider from 'oidc-provider';
import type { Database } from '../../db/connection.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/seal.ts';
import type { Directory } from './directory/ldap.ts';
import type { Throttle } from './login/throttle.ts';
import type { IdentityMails } from './mails/identity-mails.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { EndedSessions } from './tokens/ended-sessions.ts';

/** The dependencies of the identity endpoints; each takes the part it uses. */
export interface IdentityDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly provider: Provider;
  readonly hasher: PasswordHasher;
  readonly throttle: Throttle;
  readonly mails: IdentityMails;
  readonly endedSessions: EndedSessions;
  /** Origin that browsers use, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs the cookie that binds an interaction to its browser. */
  readonly interactionKey: Buffer;
  readonly clock: Clock;
  /** Checks passwords of accounts without a local one; undefined: no directory. */
  readonly directory: Directory | undefined;
  readonly sealer: Sealer;
  /** The key for hashes of typed codes: sign-up codes and recovery codes. */
  readonly codeKey: Buffer;
}
