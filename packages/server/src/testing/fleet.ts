import { randomUUID } from 'node:crypto';
import { challengeMachine, registerMachine } from '@berth/contract/api/machines';
import { createOrganization } from '@berth/contract/api/organizations';
import { issueProductIds } from '@berth/contract/api/product-ids';
import { createProfile, readProfile } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { type Deployment, isLicensed, type LicensedDeployment, type MgmtTier } from '@berth/contract/limits';
import { PLATFORM_ADMIN, type Role } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { withClient } from '../db/migrate.ts';
import { inTenant } from '../db/transaction.ts';
import { personMaker as makerOf, type Person } from '../features/identity/tokens/issue.ts';
import { setTier } from '../features/organizations/store.ts';
import { createMachine, type TestMachine } from './machine.ts';
import type { TestServer } from './server.ts';

/** An organization with its owner and one profile. */
export interface Tenant {
  readonly owner: Person;
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

export async function createTenant(server: TestServer, tier: MgmtTier = 'pro'): Promise<Tenant> {
  const owner = await server.person();
  const organizationId = await addOrganization(server, owner, tier);
  const profileId = await addProfile(server, { owner, organizationId }, 'Front desk');
  return { owner, organizationId, profileId };
}

/** Parameters and token of a call by the tenant's owner. */
export function asOwner({ owner, organizationId: id }: Tenant) {
  return { params: { id }, token: owner.token };
}

let count = 0;

export async function addOrganization(server: TestServer, owner: Person, tier: MgmtTier): Promise<OrganizationId> {
  count += 1;
  const created = await server.call(createOrganization, { token: owner.token, body: { name: `Company ${count}` } });
  const { id } = created.reply.data;
  await inTenant(server.database.db, { organizationId: id }, (tx) => setTier(tx, id, tier));
  return id;
}

export async function addProfile(
  server: TestServer,
  { owner, organizationId }: Pick<Tenant, 'owner' | 'organizationId'>,
  name: string,
  definition?: Record<string, unknown>,
  deployment?: Deployment,
): Promise<ProfileId> {
  const body = { name, organizationId, ...(deployment && { deployment }), ...(definition && { definition }) };
  return (await server.call(createProfile, { token: owner.token, body })).reply.id;
}

/** Another member of the organization, without an invitation. */
export async function addMember(server: TestServer, { organizationId }: Tenant, role: Role): Promise<Person> {
  const person = await server.person();
  await inTenant(server.database.db, { organizationId }, async (tx) => {
    await sql`insert into memberships (organization_id, user_id, email, role)
      values (${organizationId}, ${person.userId}, ${person.email}, ${role})`.execute(tx);
  });
  return person;
}

/** A machine registered by the owner. */
export async function addMachine(
  server: TestServer,
  { owner, organizationId, profileId }: Tenant,
  about: { readonly name?: string; readonly deployment?: Deployment } = {},
): Promise<TestMachine> {
  const machine = createMachine();
  const machineToken = await machine.token(await nonceFor(server, machine));
  const { deployment = 'vanilla', ...name } = about;
  const license = isLicensed(deployment) ? { productId: await issueProductId(server, deployment) } : {};
  const body = { id: machine.id, machineToken, organizationId, profileId, deployment, ...license, ...name };
  const registered = await server.call(registerMachine, { params: { id: machine.id }, token: owner.token, body });
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.json));
  return machine;
}

/** Registers many machines at once, called Desk 1 and so on, which never connect. */
export async function addManyMachines(
  server: TestServer,
  { organizationId, profileId }: Tenant,
  count: number,
): Promise<void> {
  await rowsOf(
    server,
    `with made as (
       insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by)
       select $1::uuid, md5(i || $1::uuid::text), 'Desk ' || i, 'vanilla', $2::uuid, 'test' from generate_series(1, $3) as i
       returning organization_id, machine_id
     )
     insert into machine_states (organization_id, machine_id) select organization_id, machine_id from made`,
    [organizationId, profileId, count],
  );
}

/** An unused product ID. */
export async function issueProductId(server: TestServer, deployment: LicensedDeployment): Promise<string> {
  const { token } = await server.person({ permissions: [PLATFORM_ADMIN] });
  const issued = await server.call(issueProductIds, { token, body: { deployment, count: 1 } });
  const [one] = issued.reply;
  if (!one) throw new Error(JSON.stringify(issued.json));
  return one.productId;
}

export async function nonceFor(server: TestServer, machine: Pick<TestMachine, 'id' | 'audience'>): Promise<string> {
  machine.audience = server.url;
  return (await server.call(challengeMachine, { params: { id: machine.id } })).reply.nonce;
}

export async function profileOf(server: TestServer, { owner, profileId }: Tenant) {
  return (await server.call(readProfile, { params: { id: profileId }, token: owner.token })).reply;
}

/** Queries the database as the owner of all tables, whom no policy limits. */
export async function rowsOf(server: TestServer, query: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return withClient(server.database.owner, async (client) => (await client.query(query, [...values])).rows);
}

export type { Person } from '../features/identity/tokens/issue.ts';

export type MakePerson = (about?: {
  readonly email?: string;
  readonly permissions?: readonly string[];
}) => Promise<Person>;

/** Creates people whose tokens outlast any change of a test's clock. */
export async function personMaker(db: Database, secret: Buffer, publicUrl: string): Promise<MakePerson> {
  const make = await makerOf(db, secret, publicUrl);
  return ({ email = `${randomUUID()}@example.org`, permissions } = {}) => make({ email, permissions, lifetime: '2y' });
}
