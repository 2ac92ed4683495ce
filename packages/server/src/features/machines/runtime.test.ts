import { listMachineRuntime, renameMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

function poll({ owner, organizationId }: Tenant, etag?: string | null) {
  const headers = etag ? { 'if-none-match': etag } : {};
  return server.call(listMachineRuntime, { params: { orgId: organizationId }, token: owner.token, headers });
}

describe('the live list', () => {
  it('replies 304 until something changes', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Counter' });
    const first = await poll(tenant);
    expect(first.reply).toMatchObject([
      {
        id: machine.id,
        shortId: machine.id.slice(0, 6).toUpperCase(),
        name: 'Counter',
        online: false,
        messages: [],
        uptime: null,
        runningSince: null,
        desiredRevision: 1,
      },
    ]);
    const etag = first.headers.get('etag');
    expect((await poll(tenant, etag)).status).toBe(304);

    const link = await machine.connect(server.url, {
      appliedProfileId: tenant.profileId,
      appliedRevision: 1,
      uptime: 100,
      applyError: 'No such app',
    });
    await link.next('welcome');
    const online = await poll(tenant, etag);
    expect(online.reply).toMatchObject([
      { online: true, appliedRevision: 1, status: 'normal', rebootNeeded: false, messages: ['No such app'] },
    ]);
    const [{ uptime, runningSince } = { uptime: null, runningSince: null }] = online.reply;
    expect(uptime).toBeGreaterThanOrEqual(100);
    const sinceS = (Date.now() - Date.parse(runningSince ?? '')) / 1_000;
    expect(Math.abs(sinceS - (uptime ?? 0))).toBeLessThan(60);
    await link.close();
    await eventually(async () => expect((await poll(tenant)).reply[0]?.online).toBe(false));
  });

  it('shows a renamed machine and a new revision of its profile right away', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const machine = await addMachine(server, tenant);
    const before = (await poll(tenant)).headers.get('etag');
    await server.call(renameMachine, { params: { id: machine.id }, token, body: { name: 'Printer' } });
    const renamed = await poll(tenant, before);
    expect(renamed.reply[0]?.name).toBe('Printer');
    await server.call(changeProfile, { params: { id: tenant.profileId }, token, body: { name: 'Other' } });
    expect((await poll(tenant, renamed.headers.get('etag'))).reply[0]?.desiredRevision).toBe(2);
  });

  it('shows changes to a large organization within seconds', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await rowsOf(
      server,
      `insert into machines (organization_id, machine_id, name, deployment, registered_by)
        select $1::uuid, md5($1::text || n), 'Berth ' || n, 'vanilla', 'test' from generate_series(1, 2000) n`,
      [tenant.organizationId],
    );
    expect((await poll(tenant)).reply).toHaveLength(2_001);
    await server.call(renameMachine, {
      params: { id: machine.id },
      token: tenant.owner.token,
      body: { name: 'Printer' },
    });
    const names = async () => (await poll(tenant)).reply.map(({ name }) => name);
    await eventually(async () => expect(await names()).toContain('Printer'));
  });

  it('shows each machine of a large organization that comes, reports or goes right away', async () => {
    const tenant = await createTenant(server);
    const [first, second] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    await rowsOf(
      server,
      `insert into machines (organization_id, machine_id, name, deployment, registered_by)
        select $1::uuid, md5($1::text || n), 'Gerät ' || n, 'vanilla', 'test' from generate_series(1, 2100) n`,
      [tenant.organizationId],
    );
    const { etag, before } = await poll(tenant).then(({ headers, reply }) => ({
      etag: headers.get('etag'),
      before: reply,
    }));
    const isOurs = ({ id }: { id: string }) => id === first.id || id === second.id;
    const ours = async () => (await poll(tenant, etag)).reply.filter(isOurs);
    const link = await first.connect(server.url, { appliedProfileId: tenant.profileId, appliedRevision: 1, uptime: 9 });
    await link.next('welcome');
    expect((await ours()).map(({ online }) => online)).toEqual(before.filter(isOurs).map(({ id }) => id === first.id));
    const other = await second.connect(server.url, { applyError: 'Kein „Browser“' });
    await other.next('welcome');
    expect((await ours()).map(({ online }) => online)).toEqual([true, true]);
    expect((await ours()).flatMap(({ messages }) => messages)).toEqual(['Kein „Browser“']);
    await link.close();
    await eventually(async () => expect((await ours()).find(({ id }) => id === first.id)?.online).toBe(false));
    await other.close();
    await eventually(async () => expect((await ours()).map(({ online }) => online)).toEqual([false, false]));
    const after = (await poll(tenant)).reply;
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.filter((machine) => !isOurs(machine))).toEqual(before.filter((machine) => !isOurs(machine)));
  });

  it('leaves out machines not seen for 30 days, and those of other organizations', async () => {
    const tenant = await createTenant(server);
    await addMachine(server, await createTenant(server), { name: 'Foreign' });
    const [old] = [
      await addMachine(server, tenant, { name: 'Old' }),
      await addMachine(server, tenant, { name: 'Young' }),
    ];
    await rowsOf(server, "update machine_states set last_seen = now() - interval '31 days' where machine_id = $1", [
      old.id,
    ]);
    expect((await poll(tenant)).reply.map(({ name }) => name)).toEqual(['Young']);
    const stranger = await server.person();
    expect((await poll({ ...tenant, owner: stranger })).error.code).toBe('not-found');
  });
});
