import type { ClientConfig } from '@berth/contract/api/service';
import type { FastifyPluginAsync } from 'fastify';
import Provider from 'oidc-provider';
import type { Database } from '../../db/connection.ts';
import type { Authenticate } from '../../http/authentication.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail.ts';
import { createSealer, deriveKey } from '../../platform/seal.ts';
import { createPlatformAdmins } from './accounts/platform-admins.ts';
import { forgetExpired } from './accounts/sessions-store.ts';
import { accountById } from './accounts/store.ts';
import { createThrottle } from './accounts/throttle.ts';
import { createDirectory, type DirectorySettings } from './directory/ldap.ts';
import { DIRECTORY_CHECK_MS, watchLeavers } from './directory/leavers.ts';
import { createMailQueue, type MailQueue } from './mails/mail-queue.ts';
import { createPasswordHasher } from './passwords/hasher.ts';
import { createAdapterFactory } from './provider/adapter.ts';
import { CONSOLE_CLIENT_ID, MACHINE_CLIENT_ID, SCOPE } from './provider/clients.ts';
import { providerConfiguration } from './provider/configuration.ts';
import { loadSigningKeys, publicPart } from './provider/keys.ts';
import { LIFETIME_S } from './provider/lifetimes.ts';
import { PROVIDER_PATH, providerPlugin } from './provider/plugin.ts';
import { issueBearerTokens } from './provider/refresh-tokens.ts';
import { type ExternalProvider, externalSignIn, type SignIn } from './provider/sign-in.ts';
import { watchSessions } from './provider/watch-sessions.ts';
import { identityRoutes } from './routes.ts';
import { createEndedSessions } from './tokens/ended-sessions.ts';
import { ownTokenCheck } from './tokens/own-tokens.ts';
import { createTokenVerifier } from './tokens/verifier.ts';

const CLEANING_MS = 600_000;

export interface IdentitySettings {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  /** Bounds how often one address may ask the provider for something that it has to remember. */
  readonly limiter: RateLimiter;
  /** The server's own key (32 bytes). */
  readonly serverKey: Buffer;
  /** Origin that browsers use, without a slash at its end. */
  readonly publicUrl: string;
  /** The API's name in access tokens: its public address. */
  readonly audience: string;
  /** Addresses of the platform's administrators, in lower case; each is bound to who first signs in with it. */
  readonly platformAdmins: readonly string[];
  /** A provider of the operator's own, which replaces the embedded one; undefined: the embedded one. */
  readonly external: ExternalProvider | undefined;
  /** A directory whose people may sign in at the embedded provider. */
  readonly directory: DirectorySettings | undefined;
  /** How often the directory is asked for people whom it let go; undefined: every five minutes. */
  readonly directoryCheckMs?: number;
}

/** The embedded identity provider, ready to be joined with the HTTP server. */
export interface Identity {
  /** Calls of our sign-in pages. */
  readonly routes: readonly Route[];
  /** OpenID Connect below /oidc; to be registered without a prefix. */
  readonly plugin: FastifyPluginAsync;
  readonly authenticate: Authenticate;
  /** What clients must know of the provider; goes into /config.json. */
  readonly clientConfig: ClientConfig['identity'];
  readonly mails: MailQueue;
  /** Ends timers and waits for the mails that are on their way. */
  close(): Promise<void>;
}

/** Loads or makes the keys and composes the provider. */
export async function createIdentity(settings: IdentitySettings): Promise<Identity> {
  const { db, bus, logger, clock, publicUrl, audience, serverKey } = settings;
  const stopping = new AbortController();
  const sealer = createSealer(serverKey);
  const signingKeys = await loadSigningKeys(db.system, sealer);
  const interactionKey = deriveKey(serverKey, 'sign-in interactions');
  const permissionsOf = await createPlatformAdmins(db.system, settings.platformAdmins, logger);
  const issuer = `${publicUrl}${PROVIDER_PATH}`;

  const provider = new Provider(
    issuer,
    providerConfiguration({
      publicUrl,
      audience,
      signingKeys,
      cookieKeys: [deriveKey(serverKey, 'provider cookies').toString('base64')],
      interactionKey,
      proofNonceKey: deriveKey(serverKey, 'nonces of DPoP proofs'),
      permissionsOf,
      accounts: { byId: (userId) => accountById(db.system, userId) },
      adapter: createAdapterFactory(db.system, sealer),
    }),
  );
  issueBearerTokens(provider);
  provider.on('server_error', (ctx, error) => logger.error({ err: error, path: ctx.path }, 'The provider failed'));

  const endedSessions = createEndedSessions(db.system, bus, logger);
  await endedSessions.refresh();
  watchSessions(provider, db.system, endedSessions, logger);

  const cleaning = setInterval(() => {
    forgetExpired(db.system, LIFETIME_S.accessToken).catch((error: unknown) =>
      logger.warn({ err: error }, 'Expired sign-in data could not be removed'),
    );
  }, CLEANING_MS);
  cleaning.unref();

  const directory = settings.directory && createDirectory(settings.directory, logger);
  const leavers =
    directory &&
    watchLeavers({ db, directory, endedSessions, logger }, settings.directoryCheckMs ?? DIRECTORY_CHECK_MS);

  const mails = createMailQueue(settings.mailer, logger, stopping.signal);
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
    sealer,
    directory,
    codeKey: deriveKey(serverKey, 'codes that people type'),
  });

  const own: SignIn = {
    plugin: providerPlugin(provider, publicUrl, settings.limiter),
    check: ownTokenCheck({ issuer, audience, keys: signingKeys.map(publicPart), clock }),
    clientConfig: {
      authority: issuer,
      clientId: CONSOLE_CLIENT_ID,
      machineClientId: MACHINE_CLIENT_ID,
      scope: SCOPE,
      implicit: false,
      dpop: true,
    },
  };
  const { plugin, check, clientConfig } = settings.external
    ? externalSignIn(settings.external, { audience, permissionsOf, clock })
    : own;

  return {
    routes,
    plugin,
    authenticate: createTokenVerifier({ check, clock, isEnded: endedSessions.has }),
    clientConfig,
    mails,
    async close() {
      clearInterval(cleaning);
      await leavers?.stop();
      endedSessions.close();
      stopping.abort();
      await mails.idle();
    },
  };
}
