import { challengeMachine, registerMachine } from '@berth/contract/api/machines';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { machineToken } from '@berth/device/link/token';
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
  const { nonce } = await post<{ nonce: string }>(addressOf(apiBase, challengeMachine.path, identity), null, null);
  const body = {
    id: identity.id,
    machineToken: await machineToken(identity, nonce),
    organizationId,
    profileId,
    deployment,
    name,
  };
  await post(addressOf(apiBase, registerMachine.path, identity), body, token);
}

function addressOf(apiBase: string, path: string, { id }: Identity): string {
  return apiBase + path.replace('{id}', id);
}

async function post<Reply>(address: string, body: unknown, token: string | null): Promise<Reply> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: {
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === null ? null : JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Reply;
}
