import { changeTierByQuery, listUsage, readBillingInformation } from '@berth/contract/api/billing';
import { rebootMachine } from '@berth/contract/api/machines';
import { listOrganizations } from '@berth/contract/api/organizations';
import { changeProfile, createProfile } from '@berth/contract/api/profiles';
import { advanceRollout, startRollout } from '@berth/contract/api/rollouts';
import type { MachineId } from '@berth/contract/ids';
import { CREDIT_PERIOD_MS, GRACE_MS } from '@berth/contract/rules/billing';
import { describe, expect, it } from 'vitest';
import { chargingServer, DAY } from '../../../testing/charging/charging-server.ts';
import { buyCredits, setUpBilling, switchTier } from '../../../testing/commerce.ts';
import {
  addMachine,
  addMember,
  addProfile,
  asOwner,
  createTenant,
  rowsOf,
  type Tenant,
} from '../../../testing/fleet.ts';

const { server, now, advance, charge, payer } = await chargingServer();

async function information(tenant: Tenant) {
  return (await server.call(readBillingInformation, asOwner(tenant))).reply;
}

async function usage(tenant: Tenant) {
  const query = { filter: JSON.stringify({ where: { type: 'usage-record' } }) };
  return (await server.call(listUsage, { ...asOwner(tenant), query })).reply;
}

describe('upgrading to Pro', () => {
  it('charges every machine for its first 30 days, except the smart series', async () => {
    const tenant = await payer(10);
    const desk = await addMachine(server, tenant, { name: 'Desk' });
    await addMachine(server, tenant, { name: 'Hall', deployment: 'smartsignage' });
    expect((await switchTier(server, tenant, 'pro')).reply).toEqual({ mgmtTier: 'pro' });
    expect(await information(tenant)).toMatchObject({
      credits: 7,
      creditsPerPeriod: 3,
      mgmtTier: 'pro',
      proCredits: 3,
    });
    const rows = await usage(tenant);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(expect.objectContaining({ item: 'pro', description: 'Hall', credits: 0 }));
    expect(rows).toContainEqual(expect.objectContaining({ item: 'pro', machineId: desk.id, credits: -3 }));
  });

  it('requires an account and credits for the first period', async () => {
    const poor = await createTenant(server, 'free');
    expect((await switchTier(server, poor, 'pro')).error.code).toBe('billing-not-set-up');
    await setUpBilling(server, poor);
    await buyCredits(server, poor, 2);
    await addMachine(server, poor);
    expect((await switchTier(server, poor, 'pro')).error).toMatchObject({ status: 402, code: 'insufficient-credits' });
    expect(await information(poor)).toMatchObject({ credits: 2, mgmtTier: 'free' });
  });

  it('also works with the call of the specification, by name and by number', async () => {
    const tenant = await payer(1);
    const query = (mgmtTier: 'free' | 'pro' | '1' | '2') =>
      server.call(changeTierByQuery, { ...asOwner(tenant), query: { mgmtTier } });
    expect((await query('2')).reply).toEqual({ mgmtTier: 'pro' });
    expect(await information(tenant)).toMatchObject({ mgmtTier: 'pro' });
    expect((await query('1')).reply).toEqual({ mgmtTier: 'free' });
    expect((await query('pro')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('charging', () => {
  it('charges once every 30 days, however often the job runs and on however many servers', async () => {
    const tenant = await payer(100);
    await addMachine(server, tenant);
    await addMachine(server, tenant);
    await switchTier(server, tenant, 'pro');
    const counts: number[] = [];
    for (const days of [0, 29, 2, 28, 2]) {
      advance(days * DAY);
      await Promise.all([charge(), charge(), charge()]);
      counts.push((await usage(tenant)).length);
    }
    expect(counts).toEqual([2, 2, 4, 4, 6]);
    expect((await information(tenant)).credits).toBe(100 - 6 * 3);
    // Each period starts at the end of the previous one.
    const [one] = await usage(tenant);
    const times = (await usage(tenant))
      .filter(({ machineId }) => machineId === one?.machineId)
      .map(({ time }) => Date.parse(time));
    expect((times[0] ?? 0) - (times[1] ?? 0)).toBeLessThan(CREDIT_PERIOD_MS + 2 * DAY);
  });

  it('charges a machine that joins later separately', async () => {
    const tenant = await payer(100);
    await switchTier(server, tenant, 'pro');
    await charge();
    expect(await usage(tenant)).toEqual([]);
    const late = await addMachine(server, tenant, { name: 'Late' });
    await charge();
    expect(await usage(tenant)).toMatchObject([{ machineId: late.id, credits: -3 }]);
  });

  it("charges paid apps by the machines' variant while they are turned on", async () => {
    const tenant = await payer(100);
    const app = (enabled: string[], instances = {}) => ({ thinhoc: { apps: { enabled, instances } } });
    const apps = ['thinhoc::dashboard', 'thinhoc::rdp-client', 'thinhoc::zoom', 'thinhoc::whiteboard'];
    const off = { 'thinhoc::whiteboard': { enabled: false, settings: {} } };
    await switchTier(server, tenant, 'pro');
    const profileId = await addProfile(server, tenant, 'Apps', app(apps, off), 'flex');
    const place = { ...tenant, profileId };
    await addMachine(server, place, { name: 'Flex', deployment: 'flex' });
    await addMachine(server, place, { name: 'Room', deployment: 'smartconference' });
    await charge();
    const rows = (await usage(tenant)).map(({ description, item, credits }) => `${description} ${item} ${credits}`);
    expect(rows.sort()).toEqual([
      'Flex pro -3',
      'Flex thinhoc::dashboard -4',
      'Flex thinhoc::rdp-client -6',
      'Room pro 0',
      'Room thinhoc::dashboard 0',
    ]);
    expect((await information(tenant)).creditsPerPeriod).toBe(13);
  });
});

describe('a rollout that turns a paid app off', () => {
  it('ends the charge of a machine once it gets the revision, and not before', async () => {
    const tenant = await payer(100);
    const apps = (enabled: string[]) => ({ thinhoc: { apps: { enabled } } });
    const params = { id: tenant.profileId };
    const { token } = tenant.owner;
    await server.call(changeProfile, { params, token, body: { definition: apps(['thinhoc::mirroring']) } });
    for (const name of ['One', 'Two']) await addMachine(server, tenant, { name });
    expect((await information(tenant)).creditsPerPeriod).toBe(12);
    const body = { definition: apps([]), groups: [{ percent: 50 }] };
    const { reply } = await server.call(startRollout, { params, token, body });
    expect((await information(tenant)).creditsPerPeriod).toBe(6);
    await charge();
    expect((await usage(tenant)).map(({ item, credits }) => [item, credits])).toEqual([['thinhoc::mirroring', -6]]);
    const rollout = { orgId: tenant.organizationId, rolloutId: reply.id };
    await server.call(advanceRollout, { params: rollout, token });
    expect((await information(tenant)).creditsPerPeriod).toBe(0);
  });
});

describe('when credits run out', () => {
  it('warns ahead, keeps Pro for 7 days, then replies 402, and resumes with new credits', async () => {
    const tenant = await payer(3);
    const machine = await addMachine(server, tenant);
    await switchTier(server, tenant, 'pro');
    const start = now();
    const { endsAt } = await information(tenant);
    expect(Math.abs(Date.parse(endsAt ?? '') - (start + CREDIT_PERIOD_MS))).toBeLessThan(60_000);

    advance(30 * DAY + 60_000);
    await charge();
    const { arrears, credits } = await information(tenant);
    expect([credits, arrears?.credits]).toEqual([0, 3]);
    expect(Date.parse(arrears?.proUntil ?? '') - Date.parse(arrears?.since ?? '')).toBe(GRACE_MS);
    const reboot = () =>
      server.call(rebootMachine, { params: { id: machine.id as MachineId }, token: tenant.owner.token });
    // Pro works during the grace period: only the machine is missing.
    expect((await reboot()).error.code).toBe('machine-offline');
    advance(7 * DAY);
    expect((await reboot()).error).toMatchObject({ status: 402, code: 'upgrade-required' });
    const second = await server.call(createProfile, {
      token: tenant.owner.token,
      body: { name: 'Second', organizationId: tenant.organizationId },
    });
    expect(second.error).toMatchObject({ status: 402, code: 'upgrade-required' });

    await buyCredits(server, tenant, 4);
    expect(await information(tenant)).toMatchObject({ credits: 1, arrears: null });
    expect((await reboot()).error.code).toBe('machine-offline');
  });

  it('tells every member that Pro is paused, so that nobody is asked before being refused', async () => {
    const tenant = await payer(3);
    await switchTier(server, tenant, 'pro');
    const viewer = await addMember(server, tenant, 'viewer');
    const lapsed = async () => {
      const { reply } = await server.call(listOrganizations, { token: viewer.token });
      return reply.map((each) => 'proLapsed' in each && each.proLapsed);
    };
    const owe = (days: number) =>
      rowsOf(
        server,
        'update billing_accounts set arrears_since = now() - make_interval(days => $2) where organization_id = $1',
        [tenant.organizationId, days],
      );
    expect(await lapsed()).toEqual([false]);
    await owe(6);
    expect(await lapsed()).toEqual([false]);
    await owe(8);
    expect(await lapsed()).toEqual([true]);
    await switchTier(server, tenant, 'free');
    expect(await lapsed()).toEqual([false]);
  });

  it('charges the oldest machines first until the credits run out', async () => {
    const tenant = await payer(6);
    await addMachine(server, tenant, { name: 'One' });
    await switchTier(server, tenant, 'pro');
    await addMachine(server, tenant, { name: 'Two' });
    await addMachine(server, tenant, { name: 'Three' });
    await charge();
    expect((await usage(tenant)).map(({ description }) => description).sort()).toEqual(['One', 'Two']);
    expect(await information(tenant)).toMatchObject({ credits: 0, arrears: { credits: 3 } });
  });
});
describe('the billing information', () => {
  it('says whether billing is set up', async () => {
    const tenant = await createTenant(server, 'free');
    expect((await information(tenant)).state).toBe('none');
    await setUpBilling(server, tenant);
    expect((await information(tenant)).state).toBe('set-up');
  });
});
