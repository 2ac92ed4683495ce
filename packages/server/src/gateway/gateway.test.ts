import { changeMachineContext, readMachine, renameMachine } from '@berth/contract/api/machines';
import { changeOrganization } from '@berth/contract/api/organizations';
import { changeProfile } from '@berth/contract/api/profiles';
import { CLOSE, GATEWAY_PROTOCOL } from '@berth/contract/device/messages';
import { GATEWAY_FRAME_BYTES_MAX } from '@berth/contract/limits';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../testing/fleet.ts';
import { createMachine, openLink, REPORTED } from '../testing/machine.ts';
import { sharedServer } from '../testing/server.ts';
import { GATEWAY_TIMING } from './gateway.ts';

const gatewayTiming = { ...GATEWAY_TIMING, authenticateMs: 3_000, writeMs: 50 };
const server = await sharedServer({ tuning: { gatewayTiming } });

function save({ owner, profileId }: Tenant, definition: object) {
  return server.call(changeProfile, {
    params: { id: profileId },
    token: owner.token,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { definition },
  });
}

const scaling = (factor: number) => ({
  thinhoc: { customization: { scaling_factors: { ui_scaling_factor: factor } } },
});

describe('a connection', () => {
  it("is welcomed with the machine's desired state", async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Counter', deployment: 'smartsignage' });
    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    expect(desired).toMatchObject({
      organizationId: tenant.organizationId,
      machineName: 'Counter',
      deployment: 'smartsignage',
      contextRevision: 0,
      auth: { 'azure-ad': { enabled: false }, local: { enabled: true } },
      profile: { id: tenant.profileId, name: 'Front desk', revision: 1, definition: scaling(1) },
    });
    link.send({ type: 'ping' });
    expect(await link.next('pong')).toEqual({ type: 'pong' });
    await link.close();
  });

  it.each([
    [
      'a token of another machine',
      async (nonce: string) => ({ machineToken: await createMachine().token(nonce, { aud: server.url }) }),
      CLOSE.badToken,
    ],
    ['another protocol version', async () => ({ protocol: GATEWAY_PROTOCOL + 1 }), CLOSE.badMessage],
    ['an unknown field', async () => ({ extra: 1 }), CLOSE.badMessage],
    ['another message first', async () => ({ type: 'ping' }), CLOSE.badMessage],
  ])('with %s is closed', async (_what, change, code) => {
    const machine = await addMachine(server, await createTenant(server));
    const link = await openLink(server.url);
    const { nonce } = await link.next('challenge');
    const machineToken = await machine.token(nonce, { aud: server.url });
    const good = { type: 'authenticate', protocol: GATEWAY_PROTOCOL, id: machine.id, machineToken, reported: REPORTED };
    link.send({ ...good, ...(await change(nonce)) });
    expect(await link.closed).toBe(code);
  });

  it('cannot be opened with the nonce of another connection', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const [first, second] = await Promise.all([openLink(server.url), openLink(server.url)]);
    const { nonce } = await first.next('challenge');
    const machineToken = await machine.token(nonce, { aud: server.url });
    second.send({ type: 'authenticate', protocol: GATEWAY_PROTOCOL, id: machine.id, machineToken, reported: REPORTED });
    expect(await second.closed).toBe(CLOSE.badToken);
    await first.close();
  });

  it('of an unregistered machine is closed with that reason', async () => {
    const link = await createMachine().connect(server.url);
    expect(await link.closed).toBe(CLOSE.notRegistered);
  });

  it('that does not authenticate is closed after a while', async () => {
    const link = await openLink(server.url);
    // Tells it to reconnect soon: the machine may just be slow.
    expect(await link.closed).toBe(CLOSE.restarting);
  });

  it('that sends an invalid message is closed', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const beyond = JSON.stringify({ type: 'report', reported: { ...REPORTED, appliedRevision: 2 ** 40 } });
    for (const frame of ['not json', '{"type":"nonsense"}', '[]', '{"type":"report","reported":{}}', beyond]) {
      const link = await machine.connect(server.url);
      await link.next('welcome');
      link.socket.send(frame);
      expect(await link.closed).toBe(CLOSE.badMessage);
    }
  });

  it('that sends an oversized frame is closed, and no other', async () => {
    const tenant = await createTenant(server);
    const [loud, quiet] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const bystander = await quiet.connect(server.url);
    await bystander.next('welcome');
    const link = await loud.connect(server.url);
    await link.next('welcome');
    link.socket.send('x'.repeat(GATEWAY_FRAME_BYTES_MAX + 1));
    expect(await link.closed).toBe(1009);
    bystander.send({ type: 'ping' });
    await bystander.next('pong');
    await bystander.close();
  });

  it('is replaced by a newer one of the same machine', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const first = await machine.connect(server.url);
    await first.next('welcome');
    const second = await machine.connect(server.url);
    await second.next('welcome');
    expect(await first.closed).toBe(CLOSE.replaced);
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    expect((await server.call(readMachine, sent)).reply.online).toBe(true);
    await second.close();
    await eventually(async () => expect((await server.call(readMachine, sent)).reply.online).toBe(false));
  });
});

describe('a change', () => {
  it('of a profile reaches all its machines, newest revision last', async () => {
    const tenant = await createTenant(server);
    const machines = await Promise.all([1, 2, 3].map(() => addMachine(server, tenant)));
    const links = await Promise.all(machines.map((machine) => machine.connect(server.url)));
    await Promise.all(links.map((link) => link.next('welcome')));
    for (const factor of [2, 3, 4]) await save(tenant, scaling(factor));
    for (const link of links) {
      let revision = 0;
      while (revision < 4) {
        const { desired } = await link.next('desired');
        expect(desired.profile?.revision).toBeGreaterThan(revision);
        revision = desired.profile?.revision ?? 0;
        if (revision === 4) expect(desired.profile?.definition).toMatchObject(scaling(4));
      }
      await link.close();
    }
  });

  it('is not lost while a machine connects', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    for (let round = 0; round < 10; round += 1) {
      const connecting = machine.connect(server.url);
      const { revision } = (await save(tenant, scaling((round % 3) + 2))).reply;
      const link = await connecting;
      let shown = (await link.next('welcome')).desired.profile?.revision ?? 0;
      while (shown < revision) shown = (await link.next('desired')).desired.profile?.revision ?? 0;
      expect(shown).toBe(revision);
      await link.close();
    }
  });

  it('of name, settings or organization reaches the machine', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    const link = await machine.connect(server.url);
    await link.next('welcome');
    await server.call(renameMachine, { ...sent, body: { name: 'Printer 9' } });
    expect((await link.next('desired')).desired.machineName).toBe('Printer 9');
    await server.call(changeMachineContext, { ...sent, body: {} });
    expect((await link.next('desired')).desired.contextRevision).toBe(1);
    const params = { id: tenant.organizationId };
    await server.call(changeOrganization, { params, token: tenant.owner.token, body: { name: 'New Company' } });
    expect((await link.next('desired')).desired.organizationName).toBe('New Company');
    await link.close();
  });
});

describe('what a machine reports', () => {
  it('is shown right away and saved', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    const link = await machine.connect(server.url, { uptime: 3_600 });
    await link.next('welcome');
    const reported = { ...REPORTED, appliedProfileId: tenant.profileId, appliedRevision: 1, status: 'reboot-needed' };
    link.send({ type: 'report', reported: { ...reported, uptime: 3_600, applyError: 'too new' } });
    await eventually(async () => {
      const { reply } = await server.call(readMachine, sent);
      expect(reply).toMatchObject({ online: true, appliedRevision: 1, rebootNeeded: true, messages: ['too new'] });
      expect(reply.uptime).toBeGreaterThanOrEqual(3_600);
    });
    await link.close();
    await eventually(async () => {
      const [row] = await rowsOf(server, 'select * from machine_states where machine_id = $1', [machine.id]);
      expect(row).toMatchObject({ status: 'reboot-needed', applied_revision: 1, apply_error: 'too new' });
      const { reply } = await server.call(readMachine, sent);
      expect(reply).toMatchObject({ online: false, uptime: null, appliedRevision: 1, rebootNeeded: true });
      expect(reply.lastSeen).not.toBeNull();
    });
  });
});
