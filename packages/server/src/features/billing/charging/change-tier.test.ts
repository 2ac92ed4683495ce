import { readBillingInformation } from '@berth/contract/api/billing';
import { changeProfile } from '@berth/contract/api/profiles';
import { describe, expect, it } from 'vitest';
import { chargingServer, DAY } from '../../../testing/charging/charging-server.ts';
import { switchTier } from '../../../testing/commerce.ts';
import { addMachine, asOwner, rowsOf, type Tenant } from '../../../testing/fleet.ts';

const { server, advance, payer } = await chargingServer();

const information = async (tenant: Tenant) => (await server.call(readBillingInformation, asOwner(tenant))).reply;

describe('the tier of an organization', () => {
  it.each(['business', 'enterprise'])('%s can be left only by the operator', async (tier) => {
    const tenant = await payer(10);
    await rowsOf(server, 'update organizations set mgmt_tier = $2 where organization_id = $1', [
      tenant.organizationId,
      tier,
    ]);
    for (const wanted of ['free', 'pro'] as const) {
      expect((await switchTier(server, tenant, wanted)).error).toMatchObject({
        code: 'tier-set-by-operator',
        message: `Only the operator of this server can change the ${tier} tier.`,
      });
    }
    expect((await information(tenant)).mgmtTier).toBe(tier);
  });

  it('is in the audit log with the tier before', async () => {
    const tenant = await payer(10);
    await switchTier(server, tenant, 'pro');
    await switchTier(server, tenant, 'free');
    expect((await information(tenant)).mgmtTier).toBe('free');
    const entries = await rowsOf(
      server,
      `select before_json::jsonb as before, after_json::jsonb as after from audit_entries
       where chain_id = $1 and action = 'billing.changeTier' order by sequence`,
      [tenant.organizationId],
    );
    expect(entries).toEqual([
      { before: { mgmtTier: 'free' }, after: { mgmtTier: 'pro' } },
      { before: { mgmtTier: 'pro' }, after: { mgmtTier: 'free' } },
    ]);
  });

  it('stays Pro without another charge if it is switched to Pro again', async () => {
    const tenant = await payer(3);
    await addMachine(server, tenant);
    await switchTier(server, tenant, 'pro');
    // Not paid yet, and no credits are left.
    await addMachine(server, tenant);
    expect((await switchTier(server, tenant, 'pro')).reply).toEqual({ mgmtTier: 'pro' });
  });

  it("becomes Pro with the credits for Pro's own first period, whatever the apps cost", async () => {
    const tenant = await payer(3);
    const apps = { thinhoc: { apps: { enabled: ['thinhoc::mirroring'] } } };
    const params = { id: tenant.profileId };
    await server.call(changeProfile, { params, token: tenant.owner.token, body: { definition: apps } });
    await addMachine(server, tenant);
    expect((await switchTier(server, tenant, 'pro')).reply).toEqual({ mgmtTier: 'pro' });
    expect(await information(tenant)).toMatchObject({ credits: 0, arrears: { credits: 6 } });
  });

  it('becomes Pro again without a charge during a paid period, and needs credits after it', async () => {
    const tenant = await payer(3);
    await addMachine(server, tenant);
    await switchTier(server, tenant, 'pro');
    await switchTier(server, tenant, 'free');
    advance(29 * DAY);
    expect((await switchTier(server, tenant, 'pro')).reply).toEqual({ mgmtTier: 'pro' });
    expect((await information(tenant)).credits).toBe(0);
    await switchTier(server, tenant, 'free');
    advance(2 * DAY);
    expect((await switchTier(server, tenant, 'pro')).error).toMatchObject({
      code: 'insufficient-credits',
      message: 'Not enough credits.',
    });
  });
});
