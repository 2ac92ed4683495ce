import type { Endpoint } from '@berth/contract/api/endpoint';
import { challengeMachine, registerMachine } from '@berth/contract/api/machines';
import { createOrganization } from '@berth/contract/api/organizations';
import { createProfile } from '@berth/contract/api/profiles';
import { machineToken } from '@berth/device/link/registration';
import type { Identity } from '@berth/device/state/identity';
import type { SimulationDatabase } from '@berth/server/testing/simulation/database';
import type { SimulatedNode, SimulatedNodeOptions } from '@berth/server/testing/simulation/node';
import { identityFrom } from '../registration.ts';
import { SimulatedClock } from './clock.ts';
import type { World as Globals } from './globals.ts';
import { seededRandom } from './random.ts';
import type { Tenant } from './workload.ts';
import { CALLER, createWorld, PUBLIC_URL } from './world.ts';

const MACHINES_MAX = 4;
const CALLS: readonly Endpoint[] = [createOrganization, createProfile, challengeMachine, registerMachine];

/** What every run starts from: an organization with a profile and machines. */
export interface Installation {
  readonly tenant: Tenant;
  readonly identities: readonly Identity[];
}

/** Registers everything through the real calls, and keeps it as the content that runs return to. */
export async function install(
  database: SimulationDatabase,
  logger: SimulatedNodeOptions['logger'],
  setGlobals: (globals: Globals) => void,
): Promise<Installation> {
  const [clock, random] = [new SimulatedClock(), seededRandom(0)];
  setGlobals({ clock, random });
  await database.prepare();
  await database.rows('insert into identity.accounts (user_id, email, language) values ($1, $2, $3)', [
    CALLER.userId,
    CALLER.email,
    'eng',
  ]);
  const identities = Array.from({ length: MACHINES_MAX }, (_, index) => identityFrom('simulated time', index));
  const options = { clock, random, database, endpoints: CALLS, identities, logger, nodes: 1, log: () => undefined };
  const world = await createWorld(options);
  const [node] = world.nodes;
  node?.start();
  await clock.runUntil(1_000);
  const { running, host } = node ?? {};
  if (!running || !host) throw new Error('The node did not start.');
  let tenant: Tenant | undefined;
  let failure: unknown;
  clock
    .as(host, () => register(running, identities))
    .then(
      (made) => {
        tenant = made;
      },
      (error: unknown) => {
        failure = error;
      },
    );
  await clock.runUntil(60_000, () => tenant !== undefined || failure !== undefined);
  if (!tenant) throw failure ?? new Error('Nothing was registered.');
  await database.rows("update organizations set mgmt_tier = 'pro'");
  clock.as(host, () => void running.stop());
  await clock.runUntil(90_000);
  await database.keep();
  return { tenant, identities };
}

async function register(node: SimulatedNode, identities: readonly Identity[]): Promise<Tenant> {
  const created = await node.call(createOrganization, { body: { name: 'Company' } });
  const organizationId = created.reply.data.id;
  const profile = await node.call(createProfile, { body: { name: 'Office', organizationId } });
  const profileId = profile.reply.id;
  for (const [index, identity] of identities.entries()) {
    const { id } = identity;
    const { nonce } = (await node.call(challengeMachine, { params: { id } })).reply;
    const token = await machineToken(identity, nonce, PUBLIC_URL);
    const body = { id, machineToken: token, organizationId, profileId, name: `Machine ${index}` };
    const { status } = await node.call(registerMachine, { params: { id }, body });
    if (status !== 201) throw new Error(`Registering a machine answered ${status}.`);
  }
  return { organizationId, profileId };
}
