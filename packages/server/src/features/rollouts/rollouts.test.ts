import { listAudit } from '@berth/contract/api/audit';
import { assignProfile, readMachine } from '@berth/contract/api/machines';
import { changeProfile, listRevisions, readProfile, restoreRevision } from '@berth/contract/api/profiles';
import {
  advanceRollout,
  cancelRollout,
  listRolloutMachines,
  listRollouts,
  pauseRollout,
  type Rollout,
  readRollout,
  resumeRollout,
  startRollout,
} from '@berth/contract/api/rollouts';
import type { InstalledSystem } from '@berth/contract/device/os-manifest';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { GATEWAY_TIMING } from '../../gateway/gateway.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { createLogger } from '../../platform/logger.ts';
import { createSealer } from '../../platform/seal.ts';
import { type Connected, close, connectFleet, untold } from '../../testing/connected-fleet.ts';
import { addMachine, addProfile, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { type MachineLink, REPORTED } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';
import { recordWork } from '../audit/record.ts';
import { createLayerStaging } from '../profiles/layers/staging.ts';
import { createStaging } from '../profiles/ports.ts';
import { stepRollout } from './job.ts';

/** Offset of the server's clock. */
let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const server = await sharedServer({ tuning: { clock, gatewayTiming: { ...GATEWAY_TIMING, writeMs: 20 } } });

const scaling = (factor: number) => ({
  thinhoc: { customization: { scaling_factors: { ui_scaling_factor: factor } } },
});

type InstalledImage = Extract<InstalledSystem, { kind: 'image' }>;

const fleet = (size: number, tagged?: number) => connectFleet(server, size, tagged);

type Options = Omit<Parameters<typeof bodyOf>[0], 'definition'>;
const bodyOf = (body: NonNullable<Parameters<typeof server.call<typeof startRollout>>[1]>['body']) => body;

function start({ owner, profileId }: Tenant, options: Partial<NonNullable<Options>> = {}) {
  return server.call(startRollout, {
    params: { id: profileId },
    token: owner.token,
    body: { definition: scaling(3), groups: [{ tag: 'pilot' }], soakSeconds: 0, ...options },
  });
}

const paramsOf = ({ organizationId }: Tenant, { id }: Rollout) => ({ orgId: organizationId, rolloutId: id });

async function read(tenant: Tenant, rollout: Rollout): Promise<Rollout> {
  return (await server.call(readRollout, { params: paramsOf(tenant, rollout), token: tenant.owner.token })).reply;
}

async function desired(tenant: Tenant, { machine }: Connected) {
  const sent = { params: { id: machine.id }, token: tenant.owner.token };
  return (await server.call(readMachine, sent)).reply.desiredRevision;
}

/** Shows the next revision that it receives, or reports an error. */
async function follow({ profileId }: Tenant, { link }: Connected, applyError: string | null = null): Promise<number> {
  const revision = (await link.next('desired')).desired.profile?.revision ?? 0;
  link.send({
    type: 'report',
    reported: { ...REPORTED, appliedProfileId: profileId, appliedRevision: revision, applyError },
  });
  return revision;
}

describe('a staged rollout', () => {
  it('of a Berth OS version waits until it has proved itself, and is rolled back if it fails', async () => {
    const tenant = await fleet(3, 1);
    const [pilot, ...others] = tenant.machines as [Connected, Connected, Connected];
    const updates = { version: '3', any_time: true };
    const { reply } = await start(tenant, { definition: { system: { updates } } });
    const image = { kind: 'image' as const, version: '2', channel: 'stable', proved: true, next: null, failed: [] };
    const runs = (
      link: MachineLink,
      revision: number,
      system: Partial<InstalledImage>,
      applyError: string | null = null,
    ) => {
      const hardware = { model: '', cpu: '', memoryMb: 1, os: '', system: { ...image, ...system } };
      const applied = { appliedProfileId: tenant.profileId, appliedRevision: revision, applyError };
      link.send({ type: 'report', reported: { ...REPORTED, ...applied, hardware } });
    };
    const groups = async () => (await read(tenant, reply)).groups.map(({ state }) => state);
    const isShown = async () => expect((await read(tenant, reply)).groups[0]?.machines.shown).toBe(1);

    const { desired: sent } = await pilot.link.next('desired');
    expect(sent.profile?.definition).toMatchObject({ system: { updates } });
    const revision = sent.profile?.revision ?? 0;
    runs(pilot.link, revision, { wanted: { version: '3', state: 'updating' } });
    await eventually(isShown);
    runs(pilot.link, revision, { version: '3', proved: false });
    await eventually(async () => {
      const rows = await rowsOf(
        server,
        `select hardware->'system'->>'version' as version from machine_states where machine_id = $1`,
        [pilot.machine.id],
      );
      expect(rows).toEqual([{ version: '3' }]);
    });
    await stepOnce(tenant, reply);
    await isShown();
    expect(await groups()).toEqual(['running', 'waiting']);
    runs(pilot.link, revision, { version: '3' });
    await eventually(async () => expect(await groups()).toEqual(['finished', 'running']));

    const message = 'Berth OS 3 failed on this machine: no-boot';
    for (const { link } of others) {
      await link.next('desired');
      runs(link, revision, {}, message);
    }
    await eventually(async () => {
      expect(await read(tenant, reply)).toMatchObject({ state: 'returned', reason: 'errors' });
    });
    await close(tenant);
  });

  it('reaches one group after another, each after the previous one succeeded', async () => {
    const tenant = await fleet(3, 1);
    const [pilot, ...others] = tenant.machines as [Connected, Connected, Connected];
    const started = await start(tenant, { note: 'larger' });
    expect(started.status).toBe(201);
    expect(started.reply).toMatchObject({ fromRevision: 1, toRevision: 2, state: 'running', note: 'larger' });
    expect(started.reply.groups.map(({ state, tag }) => [state, tag])).toEqual([
      ['running', 'pilot'],
      ['waiting', null],
    ]);
    expect(await desired(tenant, pilot)).toBe(2);
    for (const other of others) {
      expect(await desired(tenant, other)).toBe(1);
      await untold(other);
    }

    expect(await follow(tenant, pilot)).toBe(2);
    expect(await Promise.all(others.map((other) => follow(tenant, other)))).toEqual([2, 2]);
    await eventually(async () => expect((await read(tenant, started.reply)).state).toBe('finished'));
    const { groups } = await read(tenant, started.reply);
    expect(groups.map(({ state, machines }) => [state, machines.succeeded])).toEqual([
      ['finished', 1],
      ['finished', 2],
    ]);
    await close(tenant);
  });

  it("is listed with the rollouts of the organization's other profiles, newest first", async () => {
    const tenant = await createTenant(server);
    const first = await start(tenant, { groups: [{ percent: 50 }] });
    const other = { ...tenant, profileId: await addProfile(server, tenant, 'Other') };
    const second = await start(other, { groups: [{ percent: 50 }] });
    const call = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const { reply } = await server.call(listRollouts, call);
    expect(reply.map(({ id, profileId }) => [id, profileId])).toEqual([
      [second.reply.id, other.profileId],
      [first.reply.id, tenant.profileId],
    ]);
    const one = await server.call(listRollouts, { ...call, query: { profileId: other.profileId } });
    expect(one.reply.map(({ id }) => id)).toEqual([second.reply.id]);
  });

  it('keeps machines that join or reconnect in the meantime at the previous revision', async () => {
    const tenant = await fleet(2, 1);
    const { reply } = await start(tenant);
    const [, held] = tenant.machines as [Connected, Connected];
    await held.link.close();
    const again = await held.machine.connect(server.url);
    const welcome = (await again.next('welcome')).desired.profile;
    expect(welcome).toMatchObject({ revision: 1, definition: scaling(1) });

    const newcomer = await addMachine(server, tenant);
    const link = await newcomer.connect(server.url);
    expect((await link.next('welcome')).desired.profile?.revision).toBe(1);
    const elsewhere = await addProfile(server, tenant, 'RemoteMachines');
    const sent = { params: { id: newcomer.id }, token: tenant.owner.token };
    await server.call(assignProfile, { ...sent, body: { profileId: elsewhere } });
    const back = await server.call(assignProfile, { ...sent, body: { profileId: tenant.profileId } });
    expect(back.reply.desiredRevision).toBe(1);

    const params = paramsOf(tenant, reply);
    const advance = (after: number) =>
      server.call(advanceRollout, { params, query: { after }, token: tenant.owner.token });
    await advance(0);
    // A second press, or a colleague's, meant the group that has started.
    expect((await advance(0)).error.code).toBe('wrong-rollout-state');
    await advance(1);
    expect((await read(tenant, reply)).state).toBe('finished');
    await eventually(async () => {
      const revisions = link.waiting.flatMap((message) =>
        'desired' in message ? [message.desired.profile?.revision] : [],
      );
      expect(revisions.at(-1)).toBe(2);
    });
    await Promise.all([link.close(), again.close()]);
    await close(tenant);
  });

  it('rolls back automatically when machines report errors', async () => {
    const tenant = await fleet(3, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const { reply } = await start(tenant);
    await follow(tenant, pilot, '/thinhoc/new is not known');
    await eventually(async () => {
      expect(await read(tenant, reply)).toMatchObject({ state: 'returned', reason: 'errors' });
    });
    const params = paramsOf(tenant, reply);
    const { token } = tenant.owner;
    const failed = await server.call(listRolloutMachines, { params, query: { state: 'failed' }, token });
    expect(failed.reply).toMatchObject([{ id: pilot.machine.id, group: 0, error: '/thinhoc/new is not known' }]);
    // A new number with the previous content.
    const profile = await server.call(readProfile, { params: { id: tenant.profileId }, token });
    expect(profile.reply).toMatchObject({ revision: 3, definition: scaling(1) });
    expect(await follow(tenant, pilot)).toBe(3);
    expect(await desired(tenant, other)).toBe(3);
    const audit = {
      params: { id: tenant.organizationId },
      query: { filter: '{"where":{"action":"rollouts.returned"}}' },
    };
    expect((await server.call(listAudit, { ...audit, token })).reply).toHaveLength(1);
    await close(tenant);
  });

  it('rolls back when machines stop responding, and waits for machines that are shut down', async () => {
    const tenant = await fleet(3, 2);
    const [cut, off] = tenant.machines as [Connected, Connected];
    await off.link.close();
    await eventually(async () => {
      const sent = { params: { id: off.machine.id }, token: tenant.owner.token };
      expect((await server.call(readMachine, sent)).reply.online).toBe(false);
    });
    const { reply } = await start(tenant, { errorThreshold: 50, silentAfterSeconds: 30 });
    await cut.link.next('desired');
    await cut.link.close();
    const states = async () => {
      const sent = { params: paramsOf(tenant, reply), query: { group: 0 }, token: tenant.owner.token };
      return (await server.call(listRolloutMachines, sent)).reply.map(({ name, state }) => [name, state]);
    };
    expect(await states()).toEqual([
      ['M0', 'told'],
      ['M1', 'told'],
    ]);
    ahead += 31_000;
    await eventually(async () => {
      expect(await read(tenant, reply)).toMatchObject({ state: 'returned', reason: 'silence' });
    });
    expect(await states()).toEqual([
      ['M0', 'silent'],
      ['M1', 'told'],
    ]);
    await close(tenant);
  });

  it('counts a machine as succeeded only after it stayed online for a while', async () => {
    const tenant = await fleet(1, 1);
    const [pilot] = tenant.machines as [Connected];
    const { reply } = await start(tenant, { soakSeconds: 30 });
    await follow(tenant, pilot);
    await eventually(async () => expect((await read(tenant, reply)).groups[0]?.machines.shown).toBe(1));
    expect((await read(tenant, reply)).state).toBe('running');
    ahead += 31_000;
    await eventually(async () => expect((await read(tenant, reply)).state).toBe('finished'));
    await close(tenant);
  });

  it('can be paused, resumed, advanced, and canceled, each only in a fitting state', async () => {
    const tenant = await fleet(2, 1);
    const [pilot, other] = tenant.machines as [Connected, Connected];
    const { token } = tenant.owner;
    const { reply } = await start(tenant);
    const sent = { params: paramsOf(tenant, reply), token };
    expect((await server.call(resumeRollout, sent)).error.code).toBe('wrong-rollout-state');
    expect((await server.call(pauseRollout, sent)).reply.state).toBe('paused');
    await follow(tenant, pilot, 'broken');
    const etag = String((await server.call(readRollout, sent)).headers.get('etag'));
    await stepOnce(tenant, reply);
    const unchanged = await server.call(readRollout, { ...sent, headers: { 'if-none-match': etag } });
    expect(unchanged.status).toBe(304);

    expect((await server.call(advanceRollout, sent)).reply.groups[1]?.state).toBe('running');
    await follow(tenant, other);
    const cancelled = await server.call(cancelRollout, sent);
    expect(cancelled.reply).toMatchObject({ state: 'returned', reason: 'cancelled' });
    expect(await Promise.all(tenant.machines.map((each) => follow(tenant, each)))).toEqual([3, 3]);
    for (const endpoint of [pauseRollout, resumeRollout, advanceRollout, cancelRollout]) {
      expect((await server.call(endpoint, sent)).error.code).toBe('wrong-rollout-state');
    }
    const of = { params: { orgId: tenant.organizationId }, query: { profileId: tenant.profileId } };
    const list = await server.call(listRollouts, { ...of, token });
    expect(list.reply.map(({ id, state }) => [id, state])).toEqual([[reply.id, 'returned']]);
    await close(tenant);
  });

  it('can be undone after another profile took the earlier name', async () => {
    const tenant = await fleet(1, 1);
    const { token } = tenant.owner;
    const sent = { params: { id: tenant.profileId }, token };
    const { name: earlier } = (await server.call(readProfile, sent)).reply;
    const { reply } = await start(tenant, { name: 'Renamed' });
    await addProfile(server, tenant, earlier.toUpperCase());
    const cancelled = await server.call(cancelRollout, { params: paramsOf(tenant, reply), token });
    expect(cancelled.reply).toMatchObject({ state: 'returned', reason: 'cancelled' });
    expect((await server.call(readProfile, sent)).reply).toMatchObject({ name: 'Renamed', revision: 3 });
    await close(tenant);
  });

  it('blocks other changes and rollouts of its profile', async () => {
    const tenant = await fleet(1, 0);
    const { token } = tenant.owner;
    const stale = { params: { id: tenant.profileId }, token, headers: { 'if-match': '"7"' } };
    const body = { definition: scaling(3), groups: [{ percent: 100 }] };
    expect((await server.call(startRollout, { ...stale, body })).error.code).toBe('revision-conflict');
    expect((await start(tenant, { definition: scaling(1) } as object)).error.code).toBe('nothing-changed');
    const both = await Promise.all([start(tenant), start(tenant, { definition: scaling(4) } as object)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);

    const sent = { params: { id: tenant.profileId }, token };
    expect((await server.call(changeProfile, { ...sent, body: { name: 'New' } })).error.code).toBe(
      'rollout-in-progress',
    );
    const restored = await server.call(restoreRevision, { params: { id: tenant.profileId, revision: 1 }, token });
    expect(restored.error.code).toBe('rollout-in-progress');
    expect((await server.call(listRevisions, sent)).reply.map(({ revision }) => revision)).toEqual([2, 1]);
    await close(tenant);
  });

  it('takes no machine for silent because the server itself was away', async () => {
    const tenant = await fleet(3, 2);
    const [cut, other] = tenant.machines as [Connected, Connected];
    const { reply } = await start(tenant, { errorThreshold: 50, silentAfterSeconds: 30 });
    for (const { link } of [cut, other]) {
      await link.next('desired');
      await link.close();
    }
    // As if it was stopped for an hour; its machines connect again within a minute.
    ahead += 3_600_000;
    for (const _ of [1, 2]) {
      const jumped = new Date(clock.now()).toISOString();
      const stepped = `select 1 from profile_rollouts where rollout_id = $1
        and (leased_until > $2::timestamptz + $3 or state <> 'running')`;
      await eventually(async () =>
        expect(await rowsOf(server, stepped, [reply.id, jumped, '2 seconds'])).toHaveLength(1),
      );
    }
    expect((await read(tenant, reply)).state).toBe('running');
    ahead += 31_000;
    await eventually(async () => expect((await read(tenant, reply)).reason).toBe('silence'));
    await close(tenant);
  });

  it('takes each step once, however many servers run it', async () => {
    const tenant = await fleet(6, 2);
    const { reply } = await start(tenant, { groups: [{ tag: 'pilot' }, { percent: 30 }] });
    await Promise.all(tenant.machines.slice(0, 2).map((each) => follow(tenant, each)));
    await Promise.all(Array.from({ length: 8 }, () => stepOnce(tenant, reply)));
    await eventually(async () => expect((await read(tenant, reply)).groups[1]?.state).toBe('running'));
    await Promise.all(Array.from({ length: 8 }, () => stepOnce(tenant, reply)));
    const { groups } = await read(tenant, reply);
    expect(groups.map(({ state }) => state)).toEqual(['finished', 'running', 'waiting']);
    const query = { filter: '{"where":{"action":"rollouts.nextGroup"}}' };
    const audit = await server.call(listAudit, {
      params: { id: tenant.organizationId },
      query,
      token: tenant.owner.token,
    });
    expect(audit.reply).toHaveLength(1);
    await close(tenant);
  });
});

/** The step of another server. */
function stepOnce({ organizationId }: Tenant, { id: rolloutId }: Rollout): Promise<void> {
  const sealer = createSealer(server.database.secret);
  const deps = {
    db: server.database.db,
    bus: createLocalBus(createLogger('error')),
    clock: { now: () => Date.now() + ahead },
    staging: createStaging(sealer, async () => undefined),
    layerStaging: createLayerStaging({ sealer, requireShell: async () => undefined }),
    recordWork,
  };
  return stepRollout(deps, { organizationId, rolloutId }, 0);
}
