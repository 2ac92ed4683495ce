import type { ClientConfig } from '@berth/contract/api/service';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { PermissionsOf } from '../account/store.ts';
import { externalTokenCheck } from '../tokens/external-tokens.ts';
import type { VerifierSettings } from '../tokens/verifier.ts';

/** What makes a provider the one that people sign in with. */
export interface SignIn {
  readonly plugin: FastifyPluginAsync;
  readonly check: VerifierSettings['check'];
  readonly clientConfig: ClientConfig['identity'];
}

/** A provider of the operator's own: any that speaks OpenID Connect and gives out JWT access tokens. */
export interface ExternalProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** What its access tokens name as their audience; undefined: the address of our API. */
  readonly audience: string | undefined;
  readonly scope: string;
  /** Whether unverified addresses are trusted. */
  readonly trustEmail: boolean;
  readonly implicit: boolean;
  /** The one Entra tenant whose people may sign in; undefined: the provider has none. */
  readonly tenant: string | undefined;
  /** An application role or a group without which nobody may sign in. */
  readonly role: string | undefined;
}

/** Login with that provider only: the embedded one is not served, so accounts cannot be created past it. */
export function externalSignIn(
  { issuer, clientId, audience, scope, trustEmail, implicit, tenant, role }: ExternalProvider,
  ours: { readonly audience: string; readonly permissionsOf: PermissionsOf; readonly clock: Clock },
): SignIn {
  return {
    plugin: async () => undefined,
    check: externalTokenCheck({ ...ours, issuer, audience: audience ?? ours.audience, trustEmail, tenant, role }),
    clientConfig: { authority: issuer, clientId, machineClientId: clientId, scope, implicit },
  };
}
