import { readBillingInformation } from '@berth/contract/api/billing';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { readStatistics } from '@berth/contract/api/fleet';
import { listMachines } from '@berth/contract/api/machines';
import { createOrganization, listOrganizations } from '@berth/contract/api/organizations';
import { listRollouts } from '@berth/contract/api/rollouts';
import { enterDemo, readConfig, readDemo } from '@berth/contract/api/service';
import { createWebhook, pingWebhook } from '@berth/contract/api/webhooks';
import type { OrganizationId } from '@berth/contract/ids';
import { DEMO_EMAIL } from '@berth/contract/rules/service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callEndpoint } from '../../testing/client.ts';
import { createTenant } from '../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let token: string;
let organizationId: OrganizationId;
beforeAll(async () => {
  server = await bootServer();
  const entered = await server.call(enterDemo, { body: { email: DEMO_EMAIL } });
  token = entered.reply.accessToken;
  const { reply } = await inDemo(listOrganizations, { token });
  organizationId = reply[0]?.id ?? ('' as OrganizationId);
});
afterAll(() => server?.stop());

/** Calls the demo below its API base. */
const inDemo: typeof server.call = (endpoint, sent) => callEndpoint(`${server.url}/demo`, endpoint, sent);

const unauthenticated = { status: 401, error: { code: 'unauthenticated' } };

describe('the demo', () => {
  it('is available for its own email address in any spelling, and for no other', async () => {
    const apiBase = `${server.url}/demo/api`;
    const ask = async (email: string) => (await server.call(readDemo, { query: { email } })).reply;
    expect(await ask(DEMO_EMAIL)).toEqual({ demo: true, apiBase });
    expect(await ask('Demo@Berth.Example')).toEqual({ demo: true, apiBase });
    expect(await ask('ann@example.org')).toEqual({ demo: false, apiBase: null });
    expect((await server.call(enterDemo, { body: { email: 'ann@example.org' } })).status).toBe(404);
    expect((await server.call(readConfig)).reply.demoApiBase).toBe(apiBase);
  });

  it('and the configuration of every server name its cloud hosts to pages', async () => {
    const cloudHosts = ['one.example', 'two.example', 'three.example'];
    const hosted = await bootServer({ config: { cloudHosts } });
    expect((await hosted.call(readConfig)).reply.cloudHosts).toEqual(cloudHosts);
    expect((await server.call(readConfig)).reply.cloudHosts).toEqual([new URL(server.url).hostname]);
    await hosted.stop();
  });

  it('shows an organization with credits and live machines', async () => {
    const call = { params: { id: organizationId }, token };
    expect((await inDemo(readBillingInformation, call)).reply).toMatchObject({
      mgmtTier: 'pro',
      credits: 250,
    });
    await vi.waitFor(
      async () => {
        const { reply } = await inDemo(listMachines, { token });
        expect(reply.length).toBeGreaterThanOrEqual(20);
        expect(reply.filter(({ online }) => online).length).toBeGreaterThanOrEqual(15);
        expect(new Set(reply.map(({ deployment }) => deployment)).size).toBeGreaterThanOrEqual(3);
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('has a month of history, three machines in trouble with different reasons, and a rollout in progress', async () => {
    const call = { params: { orgId: organizationId }, token };
    await vi.waitFor(
      async () => {
        const { warnings, hours } = (await inDemo(readStatistics, call)).reply;
        expect(hours.length).toBeGreaterThan(24 * 28);
        expect([warnings.away, warnings.faulty, warnings.rebootNeeded].map((count) => count > 0)).toEqual([
          true,
          true,
          true,
        ]);
        const { reply } = await inDemo(listRollouts, call);
        expect(reply.map(({ state }) => state)).toEqual(['running']);
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('gives no access to the real installation, which rejects its token', async () => {
    await createTenant(server);
    expect(await server.call(listOrganizations, { token })).toMatchObject(unauthenticated);
    const body = { name: 'Foothold' };
    expect(await server.call(createOrganization, { token, body })).toMatchObject(unauthenticated);
  });

  it('rejects tokens of the real installation and has none of its data', async () => {
    const { owner, organizationId: real } = await createTenant(server);
    expect(await inDemo(listOrganizations, { token: owner.token })).toMatchObject(unauthenticated);
    const { reply } = await inDemo(listOrganizations, { token });
    expect(reply.map(({ id }) => id)).toEqual([organizationId]);
    const { status } = await inDemo(readBillingInformation, { params: { id: real }, token });
    expect(status).toBe(404);
  });

  it('cannot reach other hosts: its webhooks are not delivered', async () => {
    const params = { id: organizationId };
    for (const url of ['https://8.8.8.8/', 'https://[2620:fe::fe]/', 'https://127.0.0.1/']) {
      const { error } = await inDemo(createWebhook, { params, token, body: { url, events: ['*'] } });
      expect(error).toMatchObject({ status: 400, faults: [{ path: '/url' }] });
    }
    const made = await inDemo(createWebhook, {
      params,
      token,
      body: { url: 'https://example.org/', events: ['*'] },
    });
    expect(made.status).toBe(201);
    const { id } = made.reply.webhook;
    expect((await inDemo(pingWebhook, { params: { ...params, webhookId: id }, token })).status).toBeLessThan(300);
    const deliveries = `${server.url}/demo/api/organizations/${organizationId}/webhooks/${id}/deliveries`;
    await vi.waitFor(
      async () => {
        const reply = await fetch(deliveries, { headers: { authorization: `Bearer ${token}` } });
        expect(await reply.text()).toContain('The demo calls nobody');
      },
      { timeout: 60_000, interval: 250 },
    );
  });

  it('rejects files and large bodies', async () => {
    const address = `${server.url}/demo/api/machines/debug/file`;
    const body = new FormData();
    body.set('file', new Blob(['x']));
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(403);
    const large = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const name = 'x'.repeat(2_000_000);
    const reply = await fetch(`${server.url}/demo/api/profiles`, { ...large, body: JSON.stringify({ name }) });
    expect(reply.status).toBe(413);
  });

  it('responds below its API base only', async () => {
    for (const path of ['/demo/oidc/jwks', '/demo/config.json', '/demo/openapi.json', '/demo/api/../config.json']) {
      const reply = await fetch(server.url + path);
      expect(reply.headers.get('content-type'), path).not.toContain('application/jwk');
      expect(await reply.text(), path).not.toContain('127.0.0.1');
    }
  });
});

it('reports that there is no demo', async () => {
  const without = await bootServer({ config: { demo: false } });
  try {
    expect((await without.call(readDemo, { query: { email: DEMO_EMAIL } })).reply).toEqual({
      demo: false,
      apiBase: null,
    });
    expect((await without.call(enterDemo, { body: { email: DEMO_EMAIL } })).status).toBe(404);
    expect((await without.call(readConfig)).reply.demoApiBase).toBeNull();
    const elsewhere: Endpoint = listOrganizations;
    expect((await callEndpoint(`${without.url}/demo`, elsewhere, {})).status).toBe(404);
  } finally {
    await without.stop();
  }
});
