import { createHash, createPrivateKey } from 'node:crypto';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { registerMachine } from '@berth/contract/api/machines';
import type { Hardware } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { freshToken } from '@berth/device/link/registration';
import { type Identity, identityOf } from '@berth/device/state/identity';

/** Where to register a fleet's machines, with the access token of a member who may register them. */
export interface Registration {
  readonly apiBase: string;
  readonly token: string;
  readonly organizationId: OrganizationId;
}

/** Settings of one machine to register. */
export interface MachineSettings {
  readonly name: string;
  readonly deployment: Deployment;
  readonly profileId: ProfileId;
  readonly tags?: readonly string[];
  /** For a smart-series machine. */
  readonly productId?: string;
  /** Hardware details that differ from other virtual machines. */
  readonly hardware?: Partial<Hardware>;
  /** The user, who logs in after each start. */
  readonly user?: string;
  /** `reboot`: needs one, whatever happens; any other: registered, but never started. */
  readonly problem?: string;
}

/** Registers a machine as a member does at its first boot. Rejects with the cloud's error. */
export async function register(
  identity: Identity,
  settings: MachineSettings,
  registration: Registration,
): Promise<void> {
  const { apiBase, organizationId } = registration;
  const { name, profileId, deployment, tags = [], productId } = settings;
  const { id } = identity;
  const machineToken = await freshToken(apiBase, identity);
  const license = productId === undefined ? {} : { productId };
  const body = { id, machineToken, organizationId, profileId, deployment, name, ...license };
  await send(registration, registerMachine, id, body);
  if (tags.length > 0) await send(registration, tagMachine, id, { tags });
}

async function send({ apiBase, token }: Registration, endpoint: Endpoint, id: string, body: object): Promise<void> {
  const address = apiBase + endpoint.path.replace('{id}', id);
  const reply = await fetch(address, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${text.slice(0, 500)}`);
}

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key of a fleet's machine from a text: the same text yields the same fleet. */
export function identityFrom(text: string, index: number): Identity {
  const seed = createHash('sha256').update(`${text}\n${index}`).digest();
  return identityOf(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }));
}
