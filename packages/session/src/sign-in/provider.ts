import { type ClientConfig, readConfig } from '@berth/contract/api/service';
import { call } from '@berth/web/data/call.ts';

/** Long enough for a slow line, short enough that a person does not wonder. */
const TIMEOUT_MS = 10_000;

/** What the login at a machine needs of the identity provider (OpenID Connect Discovery 1.0). */
export interface Provider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string | undefined;
  readonly clientId: string;
  readonly scope: string;
}

/**
 * The provider that the cloud names.
 * @throws ApiError when the cloud or the provider does not answer.
 */
export async function loadProvider(): Promise<Provider> {
  const { identity }: ClientConfig = await call(readConfig, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const address = `${identity.authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found: unknown = await (await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })).json();
  const text = (key: string): string | undefined => {
    const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    issuer: text('issuer') ?? identity.authority,
    authorizationEndpoint: text('authorization_endpoint') ?? '',
    tokenEndpoint: text('token_endpoint') ?? '',
    deviceEndpoint: text('device_authorization_endpoint'),
    clientId: identity.machineClientId,
    // No renewal: the person's token lives as long as the wizard and is dropped with it.
    scope: identity.scope
      .split(' ')
      .filter((part) => part !== 'offline_access')
      .join(' '),
  };
}
