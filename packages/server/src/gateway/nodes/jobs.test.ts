import { tagMachine } from '@berth/contract/api/machine-actions';
import { listRevisions } from '@berth/contract/api/profiles';
import { readRollout, startRollout } from '@berth/contract/api/rollouts';
import { createSchedule, listScheduleRuns } from '@berth/contract/api/schedules';
import { WEEKDAYS } from '@berth/contract/rules/time-zones';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { type MachineLink, REPORTED, type TestMachine } from '../../testing/machine.ts';
import { bootNodes, type TestNodes } from '../../testing/nodes.ts';
import { GATEWAY_TIMING } from '../gateway.ts';

// Two real servers share one PostgreSQL and one NATS, and both run every job.

let nodes: TestNodes;
/** Offset of both servers' clocks. */
let ahead = 0;
beforeAll(async () => {
  // Keeps silent machines online while the clock jumps.
  const gatewayTiming = { ...GATEWAY_TIMING, writeMs: 50, deadMs: Number.POSITIVE_INFINITY };
  nodes = await bootNodes({ clock: { now: () => Date.now() + ahead }, gatewayTiming });
});
afterAll(() => nodes.stop());

interface Connected {
  readonly machine: TestMachine;
  readonly link: MachineLink;
}

async function tag({ owner }: Tenant, { id }: TestMachine, name: string): Promise<void> {
  await nodes.first.call(tagMachine, { params: { id }, token: owner.token, body: { tags: [name] } });
}

async function connect(tenant: Tenant, url: string, name?: string): Promise<Connected> {
  const machine = await addMachine(nodes.first, tenant);
  if (name !== undefined) await tag(tenant, machine, name);
  const link = await machine.connect(url);
  await link.next('welcome');
  return { machine, link };
}

/** Half of them connected to each node. */
function spread(tenant: Tenant, count: number, name?: string): Promise<Connected[]> {
  const urls = [nodes.first.url, nodes.second];
  return Promise.all(Array.from({ length: count }, (_, at) => connect(tenant, urls[at % 2] ?? '', name)));
}

const close = (machines: readonly Connected[]) => Promise.all(machines.map(({ link }) => link.close()));

describe('with two servers', () => {
  it('a scheduled command reaches each machine once, on either server', async () => {
    const tenant = await createTenant(nodes.first);
    const machines = await spread(tenant, 6, 'lobby');
    const opens = Math.ceil((Date.now() + ahead) / 60_000) * 60_000;
    const { reply: schedule } = await nodes.first.call(createSchedule, {
      params: { orgId: tenant.organizationId },
      token: tenant.owner.token,
      body: {
        name: 'Nightly',
        type: 'trigger-update',
        tag: 'lobby',
        days: [...WEEKDAYS],
        time: new Date(opens).toISOString().slice(11, 16),
        windowMinutes: 60,
        timeZone: 'UTC',
        enabled: true,
      },
    });
    ahead += opens - (Date.now() + ahead);
    for (const { link } of machines) expect((await link.next('command')).command).toBe('trigger-update');

    // Machines that join later are served in further rounds, by either server.
    for (const url of [nodes.first.url, nodes.second]) {
      const late = await connect(tenant, url, 'lobby');
      ahead += 21_000;
      expect((await late.link.next('command')).command).toBe('trigger-update');
      machines.push(late);
    }
    const given = await rowsOf(
      nodes.first,
      'select count(*)::int as commands from commands where organization_id = $1 group by machine_id',
      [tenant.organizationId],
    );
    expect(given).toEqual(machines.map(() => ({ commands: 1 })));
    const told = await rowsOf(
      nodes.first,
      "select sum((after_json::json ->> 'machines')::int)::int as machines from audit_entries where chain_id = $1 and action = 'schedules.run'",
      [tenant.organizationId],
    );
    expect(told).toEqual([{ machines: machines.length }]);
    const params = { orgId: tenant.organizationId, scheduleId: schedule.id };
    const runs = await nodes.first.call(listScheduleRuns, { params, token: tenant.owner.token });
    expect(runs.reply).toHaveLength(1);
    for (const { link } of machines) expect(link.waiting.filter(({ type }) => type === 'command')).toEqual([]);
    await close(machines);
  });

  it('a rollout takes each step once and notifies each machine once', async () => {
    const tenant = await createTenant(nodes.first);
    const pilots = await spread(tenant, 2, 'pilot');
    const others = await spread(tenant, 4);
    const definition = { thinhoc: { customization: { scaling_factors: { ui_scaling_factor: 3 } } } };
    const { reply: rollout } = await nodes.first.call(startRollout, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
      body: { definition, groups: [{ tag: 'pilot' }], soakSeconds: 0 },
    });
    for (const group of [pilots, others]) {
      for (const { link } of group) {
        let { desired } = await link.next('desired');
        // A late registration message may repeat the previous state.
        while (desired.profile?.revision === 1) ({ desired } = await link.next('desired'));
        expect(desired.profile?.revision).toBe(2);
        const applied = { appliedProfileId: tenant.profileId, appliedRevision: 2, applyError: null };
        link.send({ type: 'report', reported: { ...REPORTED, ...applied } });
      }
    }
    const params = { orgId: tenant.organizationId, rolloutId: rollout.id };
    await eventually(async () => {
      const { reply } = await nodes.first.call(readRollout, { params, token: tenant.owner.token });
      expect(reply.state).toBe('finished');
    });
    const steps = await rowsOf(
      nodes.first,
      "select after_json::json ->> 'group' as done from audit_entries where chain_id = $1 and action = 'rollouts.nextGroup' order by sequence",
      [tenant.organizationId],
    );
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBe(steps.length);
    const { reply: revisions } = await nodes.first.call(listRevisions, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
    });
    expect(revisions.map(({ revision }) => revision)).toEqual([2, 1]);
    for (const { link } of [...pilots, ...others]) {
      expect(link.waiting.filter(({ type }) => type === 'desired')).toEqual([]);
    }
    await close([...pilots, ...others]);
  });
});
