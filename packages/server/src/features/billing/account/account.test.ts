import {
  type BillingDetails,
  changeBilling,
  changeBillingAdministrator,
  createBilling,
  purchaseCredits,
  readBilling,
  setUpPayment,
} from '@berth/contract/api/billing';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import { DETAILS, setUpBilling } from '../../../testing/commerce.ts';
import { addMember, createTenant, type Person, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

const KEY = '7f2c1a52-6b0e-4f1e-9a3e-0d8a4d7f9b10';

async function read({ organizationId: id }: Tenant, { token }: Person) {
  return (await server.call(readBilling, { params: { id }, token })).reply;
}

function create({ organizationId: id }: Tenant, { token }: Person, details: Partial<BillingDetails> = {}) {
  return server.call(createBilling, { params: { id }, token, body: { ...DETAILS, ...details } });
}

describe('the state of a billing account', () => {
  it('goes from none to created to set up', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId: id } = tenant;
    expect(await read(tenant, owner)).toMatchObject({ state: 'none', administrator: null, details: null });

    const created = await create(tenant, owner, { vatId: null });
    expect(created.status).toBe(201);
    expect(created.reply).toMatchObject({ state: 'created', missing: ['payment-method', 'vat-id'] });

    const paid = await server.call(setUpPayment, { params: { id }, token: owner.token });
    expect(paid.reply).toMatchObject({
      url: null,
      account: { state: 'created', missing: ['vat-id'], paymentMethod: { kind: 'bank-transfer' } },
    });
    const body = { ...DETAILS, vatId: 'de 136.695-976' };
    const changed = await server.call(changeBilling, { params: { id }, token: owner.token, body });
    expect(changed.reply).toMatchObject({ state: 'set-up', missing: [], details: { vatId: 'DE136695976' } });
    expect(await read(tenant, owner)).toEqual(changed.reply);
  });

  it('can be created once', async () => {
    const tenant = await createTenant(server);
    const colleague = await addMember(server, tenant, 'administrator');
    const results = await Promise.all([create(tenant, tenant.owner), create(tenant, colleague)]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(results.find(({ status }) => status === 409)?.error.code).toBe('billing-already-set-up');
  });
});

describe('the VAT ID', () => {
  it.each([
    ['DE', 'DE136695975', 'has a wrong check digit'],
    ['DE', 'DE12345', 'is not a VAT ID of DE'],
    ['AT', 'DE136695976', 'is not a VAT ID of AT'],
    ['GR', 'GR094259216', 'must begin with EL'],
    ['FR', 'FR00303265045', 'has a wrong check digit'],
    ['US', '- -.', 'is too short'],
  ])('of %s is rejected if malformed: %s', async (country, vatId, message) => {
    const tenant = await createTenant(server);
    const { status, error } = await create(tenant, tenant.owner, { country, vatId });
    expect([status, error.code, error.faults?.[0]]).toEqual([
      400,
      'invalid-input',
      { path: '/vatId', rule: 'vat-id', message, params: { country } },
    ]);
    expect((await read(tenant, tenant.owner)).state).toBe('none');
  });

  it.each([
    ['AT', 'ATU13585627'],
    ['GR', 'EL094259216'],
    ['CH', 'CHE-107.787.577 MWST'],
    ['GB', 'GB980780684'],
    ['US', '12-3456789'],
  ])('of %s is accepted: %s', async (country, vatId) => {
    const tenant = await createTenant(server);
    const { reply } = await create(tenant, tenant.owner, { country, vatId });
    expect(reply).toMatchObject({ vatState: 'unchecked', details: { vatId: vatId.replaceAll(/[ .-]/g, '') } });
  });
});

describe('the billing administrator', () => {
  it('is the creator of the account; others are told to contact them', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId: id } = tenant;
    const maker = await addMember(server, tenant, 'administrator');
    await setUpBilling(server, { ...tenant, owner: maker });
    expect(await read(tenant, maker)).toMatchObject({ administrator: { email: maker.email }, manageable: true });
    expect(await read(tenant, owner)).toMatchObject({ administrator: { email: maker.email }, manageable: false });

    const call = { params: { id }, token: owner.token };
    const refused = [
      await server.call(changeBilling, { ...call, body: DETAILS }),
      await server.call(setUpPayment, call),
      await server.call(purchaseCredits, { ...call, body: { credits: 1, key: KEY } }),
    ];
    for (const { status, error } of refused) {
      expect([status, error.code]).toEqual([403, 'not-billing-administrator']);
      expect(error.message).toContain(maker.email);
    }
  });

  it('can be changed only by a platform administrator, to a member who can manage billing', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId: id } = tenant;
    await setUpBilling(server, tenant);
    const successor = await addMember(server, tenant, 'administrator');
    const viewer = await addMember(server, tenant, 'viewer');
    const support = await server.person({ permissions: [PLATFORM_ADMIN] });
    const change = ({ token }: Person, email: string) =>
      server.call(changeBillingAdministrator, { params: { id }, token, body: { email } });

    expect((await change(owner, successor.email)).error.code).toBe('forbidden');
    expect((await change(support, viewer.email)).error.code).toBe('not-found');
    expect((await change(support, 'nobody@example.org')).error.code).toBe('not-found');
    expect((await change(support, successor.email.toUpperCase())).status).toBe(200);
    expect(await read(tenant, successor)).toMatchObject({ manageable: true });
    expect(await read(tenant, owner)).toMatchObject({ manageable: false });
  });
});
