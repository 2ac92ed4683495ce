import { randomUUID } from 'node:crypto';
import { createApiKey } from '@berth/contract/api/api-keys';
import { listMachineCommands } from '@berth/contract/api/machines';
import { changeSwitches } from '@berth/contract/api/organization-settings';
import {
  changeProfile,
  createProfile,
  duplicateProfile,
  importProfile,
  restoreRevision,
} from '@berth/contract/api/profiles';
import { startRollout } from '@berth/contract/api/rollouts';
import type { Desired } from '@berth/contract/device/messages';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

function buttons(...commands: string[]) {
  const layout = commands.map((command, index) => {
    const action = { type: 'system', system: { action: 'shell', arguments: ['echo', command] } };
    const place = { id: `b${index}`, x: index, y: 0, w: 1, h: 1 };
    return { ...place, widget: { type: 'button', button: { text: 'Run', action } } };
  });
  return { thinhoc: { customization: { dashboard: { layouts: [{ name: 'First', layout }] } } } };
}

async function allowShell({ owner, organizationId: id }: Tenant, shellCommands: boolean) {
  await server.call(changeSwitches, { params: { id }, token: owner.token, body: { shellCommands } });
}

function save({ owner, profileId: id }: Tenant, definition: object, token = owner.token) {
  const headers = { 'content-type': 'application/merge-patch+json' };
  return server.call(changeProfile, { params: { id }, token, headers, body: { definition } });
}

describe('a profile with a shell button', () => {
  it('can be saved only if the organization allows shell commands, however it is saved', async () => {
    const tenant = await createTenant(server);
    const { profileId: id, organizationId } = tenant;
    const { token } = tenant.owner;
    await allowShell(tenant, true);
    expect((await save(tenant, buttons('one'))).status).toBe(200);
    expect((await save(tenant, buttons())).status).toBe(200);
    await allowShell(tenant, false);

    const body = { name: 'Other', organizationId, definition: buttons('one') };
    const file = { format: 'berth-profile', version: 1, name: 'File', definition: buttons('one') };
    const rollout = { groups: [{ percent: 100 }], definition: buttons('one') };
    const restored = { params: { id, revision: 2 }, token };
    const refusals = [
      await save(tenant, buttons('one')),
      await server.call(createProfile, { token, body }),
      await server.call(importProfile, { params: { orgId: organizationId }, token, body: file }),
      await server.call(restoreRevision, restored),
      await server.call(startRollout, { params: { id }, token, body: rollout }),
    ];
    expect(refusals.map(({ error }) => error.code)).toEqual(Array(5).fill('shell-not-allowed'));

    await allowShell(tenant, true);
    expect((await server.call(restoreRevision, restored)).status).toBe(200);
    await allowShell(tenant, false);
    const copy = await server.call(duplicateProfile, { params: { id }, token, body: { name: 'Copy' } });
    expect(copy.error.code).toBe('shell-not-allowed');
    // Existing buttons may stay.
    const { customization } = buttons('one').thinhoc;
    const kept = { thinhoc: { customization: { ...customization, color_primary: '#112233' } } };
    expect((await save(tenant, kept)).status).toBe(200);
  });

  it('cannot be saved by a key without the shell permission', async () => {
    const tenant = await createTenant(server);
    await allowShell(tenant, true);
    const body = { name: 'Profiles', scopes: ['profile.read', 'profile.write'] as const, expiresAt: null };
    const params = { id: tenant.organizationId };
    const { reply } = await server.call(createApiKey, {
      params,
      token: tenant.owner.token,
      body: { ...body, scopes: [...body.scopes] },
    });
    const refused = await save(tenant, buttons('id'), reply.key);
    expect(refused.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('machine.shell') });
    expect((await save(tenant, { system: { accessibility: { osk_enabled: true } } }, reply.key)).status).toBe(200);
  });
});

describe('a pressed shell button', () => {
  async function machineWithButton() {
    const tenant = await createTenant(server);
    await allowShell(tenant, true);
    expect((await save(tenant, buttons('one'))).status).toBe(200);
    const machine = await addMachine(server, tenant, { name: 'Lobby' });
    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    const place = { layout: 0, item: 'b0' };
    const press = (id: string, other: object = {}) => {
      link.send({ type: 'press', id, ...shownBy(desired), ...place, ...other });
    };
    return { tenant, machine, link, press };
  }

  function shownBy({ profile }: Desired) {
    if (!profile) throw new Error('the machine has a profile');
    return { profileId: profile.id, revision: profile.revision };
  }

  it('comes back as a command that is in the audit log first', async () => {
    const { tenant, machine, link, press } = await machineWithButton();
    press('p1');
    const command = await link.next('command');
    expect(command).toMatchObject({ command: 'shell', payload: { command: "'echo' 'one'", press: 'p1' } });
    const audited = await rowsOf(
      server,
      "select actor_kind, after_json from audit_entries where action = 'machineActions.buttonPressed' and target_id = $1",
      [machine.id],
    );
    expect(audited).toEqual([{ actor_kind: 'machine', after_json: expect.stringContaining("'echo' 'one'") }]);
    link.send({ type: 'accepted', id: command.id });
    link.send({ type: 'result', id: command.id, ok: true, output: 'one' });
    const params = { id: machine.id };
    await expect
      .poll(async () => (await server.call(listMachineCommands, { params, token: tenant.owner.token })).reply)
      .toMatchObject([{ type: 'shell', state: 'succeeded', result: 'one' }]);
    await link.close();
  });

  it('runs nothing if shell commands are off, the button is unknown, or the revision differs', async () => {
    const { tenant, link, press } = await machineWithButton();
    press('p1', { item: 'none' });
    expect(await link.next('press-refused')).toMatchObject({
      id: 'p1',
      code: 'not-found',
      message: 'Button not found in this profile.',
    });
    const message = 'The machine shows a different revision of its profile.';
    for (const other of [{ revision: 1 }, { digest: '0'.repeat(64) }, { profileId: randomUUID() }]) {
      press('p2', other);
      expect(await link.next('press-refused')).toMatchObject({ id: 'p2', code: 'revision-conflict', message });
    }
    await allowShell(tenant, false);
    press('p3');
    expect(await link.next('press-refused')).toMatchObject({ id: 'p3', code: 'shell-not-allowed' });
    link.send({ type: 'ping' });
    await link.next('pong');
    expect(link.waiting).toEqual([]);
    await link.close();
  });

  it('is refused after the twentieth within a minute', async () => {
    const { machine, link, press } = await machineWithButton();
    for (let count = 1; count <= 20; count += 1) {
      press(`p${count}`);
      await link.next('command');
    }
    press('p21');
    expect(await link.next('press-refused')).toMatchObject({
      id: 'p21',
      code: 'rate-limited',
      message: 'Shell buttons of a machine can run at most 20 times per minute.',
    });
    const earlier = "update commands set created_at = created_at - interval '1 minute' where machine_id = $1";
    await rowsOf(server, earlier, [machine.id]);
    press('p22');
    expect((await link.next('command')).payload).toMatchObject({ press: 'p22' });
    await link.close();
  });

  it("has the machine's name as its author, and the machine as the audit entry's target", async () => {
    const { tenant, machine, link, press } = await machineWithButton();
    press('p1');
    await link.next('command');
    const params = { id: machine.id };
    const { reply } = await server.call(listMachineCommands, { params, token: tenant.owner.token });
    expect(reply).toMatchObject([{ author: 'Lobby' }]);
    const audited = await rowsOf(
      server,
      "select target_kind from audit_entries where action = 'machineActions.buttonPressed' and target_id = $1",
      [machine.id],
    );
    expect(audited).toEqual([{ target_kind: 'machine' }]);
    await link.close();
  });
});
