import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { purchaseCredits, readBilling } from '@berth/contract/api/billing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import { setUpBilling } from '../../../testing/commerce.ts';
import { createTenant, type Tenant } from '../../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../../testing/server.ts';
import { recordWork } from '../../audit/record.ts';
import { checkVatIds, vatService } from './vat-job.ts';

/** A stub of the Commission's service with a fixed reply for each number. */
const answers = new Map<string, object>();
const asked: string[] = [];
const vies = createServer(async (request, response) => {
  const { countryCode, vatNumber } = JSON.parse(await text(request));
  asked.push(countryCode + vatNumber);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answers.get(countryCode + vatNumber) ?? { actionSucceed: false }));
});

let server: TestServer;
let ahead = 0;
const clock = { now: () => Date.now() + ahead };

beforeAll(async () => {
  vies.listen(0, '127.0.0.1');
  await once(vies, 'listening');
  server = await bootServer();
});
afterAll(async () => {
  await server.stop();
  vies.close();
});

async function check(): Promise<readonly string[]> {
  asked.length = 0;
  const { port } = vies.address() as AddressInfo;
  const ask = vatService(`http://127.0.0.1:${port}`);
  const deps = { db: server.database.db, clock, recordWork, ask, logger: createLogger('silent') };
  await Promise.all([checkVatIds(deps), checkVatIds(deps)]);
  return asked;
}

async function account({ owner, organizationId: id }: Tenant) {
  return (await server.call(readBilling, { params: { id }, token: owner.token })).reply;
}

async function tenantWith(country: string, vatId: string): Promise<Tenant> {
  const tenant = await createTenant(server, 'free');
  await setUpBilling(server, tenant, { country, vatId });
  return tenant;
}

it('confirms a listed number with one request, however many servers check', async () => {
  const tenant = await tenantWith('AT', 'ATU13585627');
  expect(await account(tenant)).toMatchObject({ vatState: 'unchecked', state: 'set-up' });
  answers.set('ATU13585627', { valid: true });
  expect(await check()).toEqual(['ATU13585627']);
  expect(await account(tenant)).toMatchObject({ vatState: 'confirmed', state: 'set-up' });
  ahead += 48 * 3_600_000;
  expect(await check()).toEqual([]);
});

it('resets the account to "created" if the number is not listed; credits cannot be bought', async () => {
  const tenant = await tenantWith('DE', 'DE136695976');
  answers.set('DE136695976', { valid: false });
  await check();
  expect(await account(tenant)).toMatchObject({ vatState: 'not-listed', state: 'created', missing: ['vat-id'] });
  const body = { credits: 1, key: '4b3c5c0e-91a1-4c9e-8f0f-0a6f4e1b7a11' };
  const params = { id: tenant.organizationId };
  const bought = await server.call(purchaseCredits, { params, token: tenant.owner.token, body });
  expect(bought.error.code).toBe('billing-not-set-up');
});

it('allows purchases while the service is unavailable and retries later', async () => {
  const tenant = await tenantWith('GR', 'EL094259216');
  expect(await check()).toEqual(['EL094259216']);
  expect(await account(tenant)).toMatchObject({ vatState: 'unchecked', state: 'set-up' });
  expect(await check()).toEqual([]);
  ahead += 61 * 60_000;
  answers.set('EL094259216', { valid: true });
  expect(await check()).toEqual(['EL094259216']);
  expect((await account(tenant)).vatState).toBe('confirmed');
});

it('sends no request for countries that the service does not cover', async () => {
  const tenant = await tenantWith('CH', 'CHE107787577MWST');
  expect(await check()).toEqual([]);
  expect(await account(tenant)).toMatchObject({ vatState: 'not-covered', state: 'set-up' });
});
