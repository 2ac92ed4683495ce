import { readAccount } from '@berth/contract/api/account';
import { readOrganization } from '@berth/contract/api/organizations';
import type { ClientConfig } from '@berth/contract/api/service';
import type { OrganizationId } from '@berth/contract/ids';
import type { DeviceFlowProvider, Tokens } from './device-flow.ts';

const TIMEOUT_MS = 7_000;

interface Discovered {
  readonly device_authorization_endpoint?: string;
  readonly token_endpoint: string;
}

/** The identity provider for product accounts, as named by the cloud (OpenID Connect Discovery 1.0). */
export async function productProvider({ identity }: ClientConfig): Promise<DeviceFlowProvider> {
  const found = await discover(identity.authority);
  if (!found.device_authorization_endpoint) throw new Error('The identity provider has no login by another device.');
  return {
    deviceEndpoint: found.device_authorization_endpoint,
    tokenEndpoint: found.token_endpoint,
    clientId: identity.machineClientId,
    // No refresh token is needed.
    scope: identity.scope
      .split(' ')
      .filter((part) => part !== 'offline_access')
      .join(' '),
  };
}

export interface Member {
  readonly email: string;
  readonly role: unknown;
}

/** Resolves to the user if they are a member of the machine's organization, otherwise to null. */
export async function memberOf(
  { apiBase }: ClientConfig,
  organizationId: OrganizationId,
  { accessToken }: Tokens,
): Promise<Member | null> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const read = (path: string) => fetch(apiBase + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const organization = await read(readOrganization.path.replace('{id}', organizationId));
  if (organization.status >= 500) throw new Error(`The cloud answered ${organization.status}.`);
  if (!organization.ok) return null;
  const { role } = (await organization.json()) as { role?: unknown };
  const { email } = (await (await read(readAccount.path)).json()) as { email?: unknown };
  return typeof email === 'string' && email !== '' ? { email, role } : null;
}

async function discover(authority: string): Promise<Discovered> {
  const address = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!reply.ok) throw new Error(`The identity provider answered ${reply.status}.`);
  return (await reply.json()) as Discovered;
}
