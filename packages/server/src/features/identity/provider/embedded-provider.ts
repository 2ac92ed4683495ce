import Provider from 'oidc-provider';
import type { Database } from '../../../db/connection.ts';
import type { RateLimiter } from '../../../http/rate-limit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createSealer, deriveKey } from '../../../platform/seal.ts';
import { accountById, type PermissionsOf } from '../account/store.ts';
import type { EndedSessions } from '../tokens/ended-sessions.ts';
import { ownTokenCheck } from '../tokens/own-tokens.ts';
import { createAdapterFactory } from './adapter.ts';
import { CONSOLE_CLIENT_ID, MACHINE_CLIENT_ID, SCOPE } from './clients.ts';
import { providerConfiguration } from './configuration.ts';
import type { Login } from './external-provider.ts';
import { loadSigningKeys, publicPart } from './keys.ts';
import { PROVIDER_PATH, providerPlugin } from './plugin.ts';
import { issueBearerTokens } from './token-policy.ts';
import { watchSessions } from './watch-sessions.ts';

interface EmbeddedProviderOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: RateLimiter;
  readonly serverKey: Buffer;
  readonly publicUrl: string;
  readonly audience: string;
  /** Signs the cookie that binds an interaction to its browser. */
  readonly interactionKey: Buffer;
  readonly permissionsOf: PermissionsOf;
  readonly endedSessions: EndedSessions;
}

/** Creates the OpenID Connect provider on our database, with its signing keys loaded or generated. */
export async function createEmbeddedProvider(
  options: EmbeddedProviderOptions,
): Promise<{ readonly provider: Provider; readonly login: Login }> {
  const { db, clock, logger, serverKey, publicUrl, audience, interactionKey, permissionsOf } = options;
  const sealer = createSealer(serverKey);
  const signingKeys = await loadSigningKeys(db.system, sealer);
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
  watchSessions(provider, db.system, options.endedSessions, logger);

  return {
    provider,
    login: {
      plugin: providerPlugin(provider, publicUrl, options.limiter),
      check: ownTokenCheck({ issuer, audience, keys: signingKeys.map(publicPart), clock }),
      clientConfig: {
        authority: issuer,
        clientId: CONSOLE_CLIENT_ID,
        machineClientId: MACHINE_CLIENT_ID,
        scope: SCOPE,
        implicit: false,
        dpop: true,
      },
    },
  };
}
