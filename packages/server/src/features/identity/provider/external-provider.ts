import type { ClientConfig } from '@berth/contract/api/service';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { PermissionsOf } from '../account/store.ts';
import { externalTokenCheck } from '../tokens/external-tokens.ts';
import type { VerifierSettings } from '../tokens/verifier.ts';

/** The parts of a provider that people log in with. */
export interface Login {
  readonly plugin: FastifyPluginAsync;
  readonly check: VerifierSettings['check'];
  readonly clientConfig: ClientConfig['identity'];
}

/** The operator's provider: any OpenID Connect provider with JWT access tokens. */
export interface ExternalProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** The audience of its access tokens; undefined: the address of our API. */
  readonly audience: string | undefined;
  readonly scope: string;
  /** Whether unverified addresses are trusted. */
  readonly trustEmail: boolean;
  readonly implicit: boolean;
  /** The Entra tenant whose people can log in; undefined: the provider has none. */
  readonly tenant: string | undefined;
  /** An application role or group that logins require; undefined: none. */
  readonly role: string | undefined;
}

/** Logs in with that provider only: the embedded one is not served, so that it cannot create accounts. */
export function externalLogin(
  { issuer, clientId, audience, scope, trustEmail, implicit, tenant, role }: ExternalProvider,
  ours: { readonly audience: string; readonly permissionsOf: PermissionsOf; readonly clock: Clock },
): Login {
  return {
    plugin: async () => undefined,
    check: externalTokenCheck({ ...ours, issuer, audience: audience ?? ours.audience, trustEmail, tenant, role }),
    clientConfig: { authority: issuer, clientId, machineClientId: clientId, scope, implicit },
  };
}
