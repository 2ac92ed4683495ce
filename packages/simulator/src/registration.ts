import { registerMachine } from '@berth/contract/api/machines';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { freshToken } from '@berth/device/link/registration';
import type { Identity } from '@berth/device/state/identity';

/** Where a fleet's machines are to belong, and the access token of a member who may register machines. */
export interface Registration {
  readonly apiBase: string;
  readonly token: string;
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
  readonly deployment: Deployment;
}

/** Registers a machine as a signed-in member does at its first boot. Rejects with what the cloud answered. */
export async function register(identity: Identity, name: string, registration: Registration): Promise<void> {
  const { apiBase, token, organizationId, profileId, deployment } = registration;
  const body = {
    id: identity.id,
    machineToken: await freshToken(apiBase, identity),
    organizationId,
    profileId,
    deployment,
    name,
  };
  const address = apiBase + registerMachine.path.replace('{id}', identity.id);
  const reply = await fetch(address, {
    method: registerMachine.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${text.slice(0, 500)}`);
}
