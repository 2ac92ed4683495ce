import { listAudit } from '@berth/contract/api/audit';
import { listDefinitionValues } from '@berth/contract/api/impact';
import {
  changeLayer,
  compareLayerRevisions,
  createLayer,
  deleteLayer,
  type Layer,
  readLayer,
  readMachineDefinition,
  restoreLayer,
} from '@berth/contract/api/layers';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import {
  advanceRollout,
  cancelRollout,
  listRolloutMachines,
  listRollouts,
  type Rollout,
  readRollout,
  startLayerRollout,
} from '@berth/contract/api/rollouts';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { GATEWAY_TIMING } from '../../gateway/gateway.ts';
import { type Connected, close, connectFleet, untold } from '../../testing/connected-fleet.ts';
import { addMachine, type Tenant } from '../../testing/fleet.ts';
import { REPORTED } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer({ tuning: { gatewayTiming: { ...GATEWAY_TIMING, writeMs: 20 } } });

const fleet = (size: number, tagged?: number) => connectFleet(server, size, tagged);
const color = (color_primary: string) => ({ thinhoc: { customization: { color_primary } } });
const COLOR = '/thinhoc/customization/color_primary';

async function addLayer({ owner, organizationId }: Tenant, definition: Record<string, unknown>, more: object = {}) {
  const draft = { name: 'Brand', scope: 'organization' as const, off: [], locks: [], definition };
  const body = { ...draft, ...more };
  const params = { orgId: organizationId };
  return (await server.call(createLayer, { params, token: owner.token, body })).reply;
}

const layerOf = ({ organizationId }: Tenant, { id }: Layer) => ({ orgId: organizationId, layerId: id });

function start(tenant: Tenant, layer: Layer, definition: Record<string, unknown>, more: object = {}) {
  const draft = { name: layer.name, definition, off: [], locks: [] };
  const body = { ...draft, groups: [{ tag: 'pilot' }], soakSeconds: 0, ...more };
  return server.call(startLayerRollout, { params: layerOf(tenant, layer), token: tenant.owner.token, body });
}

const paramsOf = ({ organizationId, id }: Rollout) => ({ orgId: organizationId, rolloutId: id });

async function read({ owner }: Tenant, rollout: Rollout): Promise<Rollout> {
  return (await server.call(readRollout, { params: paramsOf(rollout), token: owner.token })).reply;
}

async function layerNow(tenant: Tenant, layer: Layer): Promise<Layer> {
  return (await server.call(readLayer, { params: layerOf(tenant, layer), token: tenant.owner.token })).reply;
}

/** The color that a machine should show now. */
async function wanted({ owner }: Tenant, id: Connected['machine']['id']): Promise<unknown> {
  const { reply } = await server.call(readMachineDefinition, { params: { id }, query: {}, token: owner.token });
  return (reply.definition as ReturnType<typeof color>).thinhoc.customization.color_primary;
}

/** Applies the next state that it receives, or reports an error. @returns its color */
async function follow({ link }: Connected, applyError: string | null = null): Promise<unknown> {
  const { profile } = (await link.next('desired')).desired;
  if (!profile) throw new Error('the machine has a profile');
  const { id: appliedProfileId, revision: appliedRevision, digest: appliedDigest = null } = profile;
  const applied = { appliedProfileId, appliedRevision, appliedDigest, applyError };
  link.send({ type: 'report', reported: { ...REPORTED, ...applied } });
  return (profile.definition as ReturnType<typeof color>).thinhoc.customization.color_primary;
}

/** The machines that are outdated. */
async function behind({ owner, organizationId }: Tenant): Promise<string[]> {
  const query = { filter: JSON.stringify({ where: { behind: true } }) };
  const sent = { params: { orgId: organizationId }, query, token: owner.token };
  return (await server.call(listOrganizationMachines, sent)).reply.map(({ name }) => name);
}

/** A layer that all machines of a fleet show. */
async function shownLayer(tenant: Tenant & { readonly machines: readonly Connected[] }, more: object = {}) {
  const layer = await addLayer(tenant, color('#111111'), more);
  await Promise.all(tenant.machines.map((each) => follow(each)));
  await eventually(async () => expect(await behind(tenant)).toEqual([]));
  return layer;
}

describe('a rollout of a layer', () => {
  it('reaches one group after another, each after the previous one shows it', async () => {
    const tenant = await fleet(3, 1);
    const [pilot, ...others] = tenant.machines as [Connected, Connected, Connected];
    const layer = await shownLayer(tenant);
    const { status, reply } = await start(tenant, layer, color('#222222'), { note: 'Autumn' });
    expect(status).toBe(201);
    expect(reply).toMatchObject({ profileId: null, layerId: layer.id, fromRevision: 1, toRevision: 2, note: 'Autumn' });
    expect(await layerNow(tenant, layer)).toMatchObject({ revision: 2, heldRevision: 1 });
    expect(await wanted(tenant, pilot.machine.id)).toBe('#222222');
    for (const other of others) {
      expect(await wanted(tenant, other.machine.id)).toBe('#111111');
      await untold(other);
    }
    expect(await behind(tenant)).toEqual(['M0']);
    const values = await server.call(listDefinitionValues, {
      params: { orgId: tenant.organizationId },
      query: { path: COLOR },
      token: tenant.owner.token,
    });
    expect(values.reply.map(({ value, machines, first }) => [value, machines, first.map(({ name }) => name)])).toEqual([
      ['#111111', 2, ['M1', 'M2']],
      ['#222222', 1, ['M0']],
    ]);

    expect(await follow(pilot)).toBe('#222222');
    expect(await Promise.all(others.map((other) => follow(other)))).toEqual(['#222222', '#222222']);
    await eventually(async () => expect((await read(tenant, reply)).state).toBe('finished'));
    const { groups } = await read(tenant, reply);
    expect(groups.map(({ state, machines }) => [state, machines.succeeded])).toEqual([
      ['finished', 1],
      ['finished', 2],
    ]);
    expect((await layerNow(tenant, layer)).heldRevision).toBeNull();
    await eventually(async () => expect(await behind(tenant)).toEqual([]));
    await Promise.all(tenant.machines.map(untold));
    await close(tenant);
  });

  it('keeps machines that join, reconnect or get the tag meanwhile at the previous revision', async () => {
    const tenant = await fleet(2, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const { token } = tenant.owner;
    const layer = await addLayer(tenant, color('#111111'), { scope: 'tag', tag: 'pilot' });
    await follow(pilot);
    const { reply } = await start(tenant, layer, color('#222222'), { groups: [{ tag: 'none' }] });
    // The first group is empty, the last one has the only machine with the tag.
    expect(await follow(pilot)).toBe('#222222');
    await eventually(async () => expect((await read(tenant, reply)).state).toBe('finished'));

    const second = await start(tenant, layer, color('#333333'), { groups: [{ percent: 100 }] });
    expect(await wanted(tenant, pilot.machine.id)).toBe('#333333');
    await server.call(tagMachine, { params: { id: other.machine.id }, token, body: { tags: ['pilot'] } });
    expect(await follow(other)).toBe('#222222');
    const newcomer = await addMachine(server, tenant);
    await server.call(tagMachine, { params: { id: newcomer.id }, token, body: { tags: ['pilot'] } });
    const link = await newcomer.connect(server.url);
    expect((await link.next('welcome')).desired.profile?.definition).toMatchObject(color('#222222'));
    await pilot.link.close();
    const again = await pilot.machine.connect(server.url);
    expect((await again.next('welcome')).desired.profile?.definition).toMatchObject(color('#333333'));

    await server.call(advanceRollout, { params: paramsOf(second.reply), token });
    expect(await follow(other)).toBe('#333333');
    expect((await link.next('desired')).desired.profile?.definition).toMatchObject(color('#333333'));
    await Promise.all([link.close(), again.close()]);
    await close(tenant);
  });

  it('rolls back every machine when machines report errors, and says so in the audit log', async () => {
    const tenant = await fleet(2, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const layer = await shownLayer(tenant);
    const { reply } = await start(tenant, layer, color('#222222'));
    await follow(pilot, 'the color is not known');
    await eventually(async () => {
      expect(await read(tenant, reply)).toMatchObject({ state: 'returned', reason: 'errors' });
    });
    const { token } = tenant.owner;
    const failed = await server.call(listRolloutMachines, {
      params: paramsOf(reply),
      query: { state: 'failed' },
      token,
    });
    expect(failed.reply).toMatchObject([{ id: pilot.machine.id, error: 'the color is not known' }]);
    expect(await layerNow(tenant, layer)).toMatchObject({
      revision: 3,
      heldRevision: null,
      definition: color('#111111'),
    });
    expect(await Promise.all([follow(pilot), follow(other)])).toEqual(['#111111', '#111111']);
    const query = { filter: '{"where":{"action":"rollouts.returned"}}' };
    const audit = await server.call(listAudit, { params: { id: tenant.organizationId }, query, token });
    expect(audit.reply.map(({ targetKind, targetId }) => [targetKind, targetId])).toEqual([['layer', layer.id]]);
    await close(tenant);
  });

  it('can be undone after another layer took the earlier name, and can then be repeated', async () => {
    const tenant = await fleet(2, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const layer = await shownLayer(tenant);
    const { reply } = await start(tenant, layer, color('#222222'), { name: 'Renamed' });
    expect(await follow(pilot)).toBe('#222222');
    await addLayer(tenant, {}, { scope: 'tag', tag: 'none', name: 'BRAND' });
    const { token } = tenant.owner;
    const cancelled = await server.call(cancelRollout, { params: paramsOf(reply), token });
    expect(cancelled.reply).toMatchObject({ state: 'returned', reason: 'cancelled' });
    expect(await layerNow(tenant, layer)).toMatchObject({ name: 'Renamed', revision: 3 });
    expect(await wanted(tenant, pilot.machine.id)).toBe('#111111');

    const again = await start(tenant, { ...layer, name: 'Renamed' }, color('#333333'));
    expect(again.reply).toMatchObject({ fromRevision: 3, toRevision: 4 });
    expect(await wanted(tenant, pilot.machine.id)).toBe('#333333');
    expect(await wanted(tenant, other.machine.id)).toBe('#111111');
    const list = await server.call(listRollouts, {
      params: { orgId: tenant.organizationId },
      query: { layerId: layer.id },
      token,
    });
    expect(list.reply.map(({ state }) => state)).toEqual(['running', 'returned']);
    await close(tenant);
  });

  it('blocks other changes and rollouts of its layer, but not of other layers', async () => {
    const tenant = await fleet(2, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const { token } = tenant.owner;
    const layer = await shownLayer(tenant);
    const params = layerOf(tenant, layer);
    expect((await start(tenant, layer, color('#111111'))).error.code).toBe('nothing-changed');
    const both = await Promise.all([start(tenant, layer, color('#222222')), start(tenant, layer, color('#333333'))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const body = { name: 'New', definition: {}, off: [], locks: [] };
    const refused = [
      await server.call(changeLayer, { params, token, body }),
      await server.call(deleteLayer, { params, token }),
      await server.call(restoreLayer, { params: { ...params, revision: 1 }, token }),
    ];
    expect(refused.map(({ error }) => error.code)).toEqual(Array.from({ length: 3 }, () => 'rollout-in-progress'));

    const own = await addLayer(tenant, {}, { scope: 'machine', machineId: other.machine.id, name: 'Own' });
    expect((await start(tenant, own, color('#444444'))).error).toMatchObject({
      code: 'invalid-input',
      faults: [{ path: '/scope' }],
    });
    const second = await addLayer(tenant, {}, { scope: 'tag', tag: 'pilot', name: 'Pilots' });
    const staged = await start(tenant, second, color('#555555'), { groups: [{ percent: 100 }] });
    expect(staged.status).toBe(201);
    expect(await wanted(tenant, pilot.machine.id)).toBe('#555555');
    await server.call(cancelRollout, { params: paramsOf(staged.reply), token });
    expect(await wanted(tenant, pilot.machine.id)).toMatch(/#222222|#333333/);
    expect(await wanted(tenant, other.machine.id)).toBe('#111111');
    await close(tenant);
  });

  it('counts with its final state when other layers are saved meanwhile', async () => {
    const tenant = await fleet(2, 1);
    const { token } = tenant.owner;
    const accounts = (...entries: object[]) => ({ thinhoc: { sip: { accounts: entries } } });
    const params = { id: tenant.profileId };
    await server.call(changeProfile, { params, token, body: { definition: accounts({ user: 'anna' }) } });
    const phone = accounts({ user: 'anna', auth_pass: 'phone-secret', gateway: 'sip.example' });
    const layer = await addLayer(tenant, phone);
    const [, other] = tenant.machines as [Connected, Connected];
    await server.call(tagMachine, { params: { id: other.machine.id }, token, body: { tags: ['hall'] } });
    const { reply } = await start(tenant, layer, {});
    const enabled = { name: 'Phones', scope: 'tag' as const, tag: 'hall', off: [], locks: [] };
    const body = { ...enabled, definition: { thinhoc: { sip: { enabled: true } } } };
    const orgId = tenant.organizationId;
    const refused = await server.call(createLayer, { params: { orgId }, token, body });
    expect([refused.status, refused.error.code]).toEqual([422, 'invalid-profile']);
    await server.call(cancelRollout, { params: paramsOf(reply), token });
    expect((await server.call(createLayer, { params: { orgId }, token, body })).status).toBe(201);
    await close(tenant);
  });

  it('shows what it changes, secrets masked', async () => {
    const tenant = await fleet(1, 0);
    const client = (password: string) => ({
      system: { network: { wifi: { client: { use_system_settings: false, ssid: 'Lobby', password } } } },
    });
    const layer = await addLayer(tenant, client('first-secret'));
    await start(tenant, layer, client('second-secret'));
    const sent = { params: layerOf(tenant, layer), query: { from: 1, to: 2 }, token: tenant.owner.token };
    const { reply } = await server.call(compareLayerRevisions, sent);
    const path = '/definition/system/network/wifi/client/password';
    expect(reply).toEqual([{ path, before: SECRET_MASK, after: SECRET_MASK }]);
    await close(tenant);
  });
});
