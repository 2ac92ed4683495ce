import { type ClientConfig, readConfig } from '@berth/contract/api/service';
import { call } from '@berth/web/data/call.ts';

/** Long enough for a slow connection, short enough for a waiting user. */
const TIMEOUT_MS = 10_000;

/** What the login at a machine needs from the identity provider (OpenID Connect Discovery 1.0). */
export interface Provider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string | undefined;
  readonly clientId: string;
  readonly scope: string;
}

/** The provider named by the cloud. @throws ApiError if the cloud or the provider does not respond. */
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
    // No renewal: the user's token lives as long as the wizard and is dropped with it.
    scope: identity.scope
      .split(' ')
      .filter((part) => part !== 'offline_access')
      .join(' '),
  };
}
