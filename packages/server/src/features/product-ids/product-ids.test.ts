import { createEnrollmentCode, enrollMachine } from '@berth/contract/api/enrollment';
import { changeDeployment, readMachine, rebootMachine, registerMachine } from '@berth/contract/api/machines';
import { issueProductIds, listProductIds, withdrawProductId } from '@berth/contract/api/product-ids';
import { type Deployment, LICENSED_DEPLOYMENTS, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import {
  addMachine,
  addMember,
  createTenant,
  issueProductId,
  nonceFor,
  rowsOf,
  type Tenant,
} from '../../testing/fleet.ts';
import { createMachine, type TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

type Wanted = { readonly deployment?: Deployment; readonly productId?: string };

async function register(tenant: Tenant, machine: TestMachine, wanted: Wanted) {
  const { owner, organizationId, profileId } = tenant;
  const machineToken = await machine.token(await nonceFor(server, machine));
  const body = { id: machine.id, machineToken, organizationId, profileId, ...wanted };
  return server.call(registerMachine, { params: { id: machine.id }, token: owner.token, body });
}

function change({ owner }: Tenant, { id }: TestMachine, body: Wanted) {
  return server.call(changeDeployment, { params: { id }, token: owner.token, body });
}

async function variantOf({ owner }: Tenant, { id }: TestMachine): Promise<Deployment> {
  return (await server.call(readMachine, { params: { id }, token: owner.token })).reply.deployment;
}

async function reboot({ owner }: Tenant, machine: TestMachine): Promise<number> {
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const { status } = await server.call(rebootMachine, { params: { id: machine.id }, token: owner.token });
  await link.close();
  return status;
}

async function administrator(): Promise<string> {
  return (await server.person({ permissions: [PLATFORM_ADMIN] })).token;
}

describe('a smart variant', () => {
  it.each(LICENSED_DEPLOYMENTS)('%s cannot be registered without a product ID', async (deployment) => {
    const tenant = await createTenant(server, 'free');
    const { error } = await register(tenant, createMachine(), { deployment });
    expect([error.status, error.code]).toEqual([402, 'product-id-required']);
  });

  it('cannot be set by registering an existing machine again', async () => {
    const tenant = await createTenant(server, 'free');
    const machine = await addMachine(server, tenant);
    expect(await reboot(tenant, machine)).toBe(402);
    const again = await register(tenant, machine, { deployment: 'smartworkspace' });
    expect(again.error.code).toBe('product-id-required');
    expect(await variantOf(tenant, machine)).toBe('vanilla');
    expect(await reboot(tenant, machine)).toBe(402);
  });

  it('cannot be set by an enrollment code or by changing a machine', async () => {
    const tenant = await createTenant(server, 'free');
    const { owner, organizationId, profileId } = tenant;
    const body = { profileId, deployment: 'smartconference' as 'flex', uses: 1, validHours: 1 };
    const code = await server.call(createEnrollmentCode, {
      params: { orgId: organizationId },
      token: owner.token,
      body,
    });
    expect(code.error.faults).toMatchObject([{ path: '/deployment' }]);
    const machine = await addMachine(server, tenant);
    expect((await change(tenant, machine, { deployment: 'smartsignage' })).error.code).toBe('product-id-required');
    expect((await change(tenant, machine, {})).error.code).toBe('product-id-required');
    expect((await change(tenant, machine, { deployment: 'flex' })).reply.deployment).toBe('flex');
    const operator = await addMember(server, tenant, 'operator');
    const refused = await change({ ...tenant, owner: operator }, machine, { deployment: 'vanilla' });
    expect(refused.error.code).toBe('forbidden');
  });

  it('is rejected by the database, for every statement', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const raise = (deployment: string) =>
      rowsOf(server, 'update machines set deployment = $2 where machine_id = $1', [machine.id, deployment]);
    for (const deployment of LICENSED_DEPLOYMENTS) await expect(raise(deployment)).rejects.toThrow('has no product ID');
    for (const deployment of OPEN_DEPLOYMENTS) await raise(deployment);
  });
});

describe('a product ID', () => {
  it.each(LICENSED_DEPLOYMENTS)('%s runs on the free tier with the product ID of its variant', async (deployment) => {
    const tenant = await createTenant(server, 'free');
    const machine = createMachine();
    const productId = await issueProductId(server, deployment);
    expect((await register(tenant, machine, { productId })).reply.deployment).toBe(deployment);
    expect(await reboot(tenant, machine)).toBe(202);
  });

  it('makes one machine smart, in any spelling, and permanently', async () => {
    const tenant = await createTenant(server, 'free');
    const machine = createMachine();
    const productId = await issueProductId(server, 'smartconference');
    const typed = productId.toLowerCase().replaceAll('-', ' ');
    expect((await register(tenant, machine, { productId: typed })).reply.deployment).toBe('smartconference');
    expect(await reboot(tenant, machine)).toBe(202);
    // A reset machine registers again without the delivery note.
    expect((await change(tenant, machine, { deployment: 'vanilla' })).status).toBe(200);
    expect((await register(tenant, machine, {})).reply.deployment).toBe('smartconference');
    expect((await register(tenant, machine, { deployment: 'smartconference' })).status).toBe(201);
    const other = await register(tenant, createMachine(), { productId });
    expect([other.error.status, other.error.code]).toEqual([400, 'invalid-product-id']);
  });

  it('fits its own variant, and is not consumed by a machine of another organization', async () => {
    const tenant = await createTenant(server);
    const productId = await issueProductId(server, 'smartsignage');
    const wrong = await register(tenant, createMachine(), { deployment: 'smartworkspace', productId });
    expect(wrong.error.code).toBe('invalid-product-id');
    const foreign = await addMachine(server, await createTenant(server));
    const refused = await register(tenant, foreign, { productId });
    expect(refused.error.code).toBe('machine-registered-elsewhere');
    expect((await register(tenant, createMachine(), { productId })).reply.deployment).toBe('smartsignage');
    const made = await register(tenant, createMachine(), { productId: 'AAAAA-BBBBB-CCCCC-DDDDD' });
    expect(made.error.code).toBe('invalid-product-id');
  });

  it('is used by one of two concurrent machines', async () => {
    const tenant = await createTenant(server);
    const productId = await issueProductId(server, 'smartsignage');
    const machines = [createMachine(), createMachine(), createMachine()];
    const answers = await Promise.all(machines.map((machine) => register(tenant, machine, { productId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
  });

  it('upgrades a machine that enrolls with a code, and one that is changed in the console', async () => {
    const tenant = await createTenant(server, 'free');
    const { owner, organizationId, profileId } = tenant;
    const body = { profileId, deployment: 'flex' as const, uses: 3, validHours: 1 };
    const made = await server.call(createEnrollmentCode, {
      params: { orgId: organizationId },
      token: owner.token,
      body,
    });
    const enroll = async (machine: TestMachine, productId?: string) => {
      const machineToken = await machine.token(await nonceFor(server, machine));
      const sent = { machineToken, code: made.reply.code, ...(productId === undefined ? {} : { productId }) };
      return server.call(enrollMachine, { params: { id: machine.id }, body: sent });
    };
    const [smart, plain] = [createMachine(), createMachine()];
    const productId = await issueProductId(server, 'smartworkspace');
    expect((await enroll(smart, productId)).status).toBe(201);
    expect((await enroll(plain, productId)).error.code).toBe('invalid-product-id');
    expect((await enroll(plain)).status).toBe(201);
    expect([await variantOf(tenant, smart), await variantOf(tenant, plain)]).toEqual(['smartworkspace', 'flex']);
    const own = await issueProductId(server, 'smartsignage');
    expect((await change(tenant, plain, { productId: own })).reply.deployment).toBe('smartsignage');
    expect(JSON.stringify(await rowsOf(server, 'select * from audit_entries'))).not.toContain(own);
  });

  it('is found also behind the newest thousand', async () => {
    const token = await administrator();
    await rowsOf(
      server,
      `insert into product_ids (product_id, code_hash, hint, deployment, note, created_at, created_by)
       select gen_random_uuid(), sha256(i::text::bytea), 'ABCD', 'smartsignage', 'Order ' || i,
         now() - interval '1 year', 'test' from generate_series(1, 1100) as i`,
    );
    const page = async (skip: number) =>
      (await server.call(listProductIds, { token, query: { skip } })).reply.map(({ note }) => note);
    const notes = new Set([...(await page(0)), ...(await page(1_000))]);
    expect([...Array(1_100).keys()].filter((i) => !notes.has(`Order ${i + 1}`))).toEqual([]);
  });

  it('is issued, listed, and withdrawn by platform administrators only', async () => {
    const tenant = await createTenant(server, 'free');
    const body = { deployment: 'smartsignage' as const, count: 2, note: 'Order 4711' };
    const forbidden = [
      await server.call(issueProductIds, { token: tenant.owner.token, body }),
      await server.call(listProductIds, { token: tenant.owner.token }),
    ];
    expect(forbidden.map(({ error }) => error.code)).toEqual(['forbidden', 'forbidden']);
    const token = await administrator();
    const [first] = (await server.call(issueProductIds, { token, body })).reply;
    if (!first) throw new Error('nothing was issued');
    const machine = createMachine();
    await register(tenant, machine, { productId: first.productId });
    const listed = (await server.call(listProductIds, { token, query: { machineId: machine.id } })).reply;
    expect(listed).toMatchObject([
      { id: first.id, machineId: machine.id, note: 'Order 4711', deployment: 'smartsignage' },
    ]);
    expect(JSON.stringify(await rowsOf(server, 'select * from product_ids'))).not.toContain(first.productId);

    const params = { id: first.id };
    const refused = await server.call(withdrawProductId, { token: tenant.owner.token, params });
    expect(refused.error.code).toBe('forbidden');
    expect((await server.call(withdrawProductId, { token, params })).status).toBe(204);
    expect(await variantOf(tenant, machine)).toBe('vanilla');
    expect(await reboot(tenant, machine)).toBe(402);
    expect((await register(tenant, machine, { productId: first.productId })).error.code).toBe('invalid-product-id');
    expect((await server.call(withdrawProductId, { token, params })).status).toBe(404);
  });
});
