import type { ClientConfig } from '@berth/contract/api/service';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../../db/connection.ts';
import type { MailQueue } from '../../db/mail-queue.ts';
import type { Authenticate } from '../../http/authentication.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createSealer, deriveKey } from '../../platform/seal.ts';
import { createPlatformAdmins } from './account/store.ts';
import { deleteExpired } from './account/store-sessions.ts';
import { DIRECTORY_CHECK_MS, startDeprovisioning } from './directory/deprovisioning.ts';
import { createDirectory, type DirectorySettings } from './directory/ldap.ts';
import { createThrottle } from './login/throttle.ts';
import { type IdentityMails, identityMails } from './mails/identity-mails.ts';
import { createPasswordHasher } from './passwords/hasher.ts';
import { createEmbeddedProvider } from './provider/embedded-provider.ts';
import { type ExternalProvider, externalLogin } from './provider/external-provider.ts';
import { LIFETIME_S } from './provider/token-policy.ts';
import { identityRoutes } from './routes.ts';
import { createEndedSessions } from './tokens/ended-sessions.ts';
import { createTokenVerifier } from './tokens/verifier.ts';

const CLEANING_MS = 600_000;

export interface IdentitySettings {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailQueue: MailQueue;
  /** Limits requests per address that make the provider store something. */
  readonly limiter: RateLimiter;
  /** The server's key (32 bytes). */
  readonly serverKey: Buffer;
  /** Origin that browsers use, without a trailing slash. */
  readonly publicUrl: string;
  /** The API's name in access tokens: its public address. */
  readonly audience: string;
  /** Addresses of platform administrators, in lower case; each is bound to the first person who logs in with it. */
  readonly platformAdmins: readonly string[];
  /** The operator's provider, which replaces the embedded one; undefined: the embedded one. */
  readonly external: ExternalProvider | undefined;
  /** A directory whose people can log in at the embedded provider. */
  readonly directory: DirectorySettings | undefined;
  /** How often the directory is checked for removed users; undefined: every five minutes. */
  readonly directoryCheckMs?: number;
}

/** The embedded identity provider, as the HTTP server uses it. */
export interface Identity {
  /** The calls of the login and account pages. */
  readonly routes: readonly Route[];
  /** OpenID Connect below /oidc; register it without a prefix. */
  readonly plugin: FastifyPluginAsync;
  readonly authenticate: Authenticate;
  /** The provider's part of /config.json. */
  readonly clientConfig: ClientConfig['identity'];
  readonly mails: IdentityMails;
  /** Stops timers. */
  close(): Promise<void>;
}

/** Composes the identity feature: the provider, its login pages, and the check of access tokens. */
export async function createIdentity(settings: IdentitySettings): Promise<Identity> {
  const { db, bus, logger, clock, publicUrl, audience, serverKey } = settings;
  const interactionKey = deriveKey(serverKey, 'sign-in interactions');
  const permissionsOf = await createPlatformAdmins(db.system, settings.platformAdmins, logger);

  const endedSessions = createEndedSessions(db.system, bus, logger);
  await endedSessions.refresh();
  const { provider, login } = await createEmbeddedProvider({
    db,
    clock,
    logger,
    limiter: settings.limiter,
    serverKey,
    publicUrl,
    audience,
    interactionKey,
    permissionsOf,
    endedSessions,
  });

  const cleaning = setInterval(() => {
    deleteExpired(db.system, LIFETIME_S.accessToken).catch((error: unknown) =>
      logger.warn({ err: error }, 'Expired login data could not be deleted'),
    );
  }, CLEANING_MS);
  cleaning.unref();

  const directory = settings.directory && createDirectory(settings.directory, logger);
  const deprovisioning =
    directory &&
    startDeprovisioning({ db, directory, endedSessions, logger }, settings.directoryCheckMs ?? DIRECTORY_CHECK_MS);

  const mails = identityMails(db, settings.mailQueue);
  const routes = identityRoutes({
    db,
    bus,
    provider,
    hasher: createPasswordHasher(),
    throttle: createThrottle(db.system, deriveKey(serverKey, 'throttled subjects')),
    mails,
    endedSessions,
    publicUrl,
    interactionKey,
    clock,
    sealer: createSealer(serverKey),
    directory,
    codeKey: deriveKey(serverKey, 'codes that people type'),
  });

  const { plugin, check, clientConfig } = settings.external
    ? externalLogin(settings.external, { audience, permissionsOf, clock })
    : login;

  return {
    routes,
    plugin,
    authenticate: createTokenVerifier({ check, clock, isEnded: endedSessions.has }),
    clientConfig,
    mails,
    async close() {
      clearInterval(cleaning);
      await deprovisioning?.stop();
      endedSessions.close();
    },
  };
}
