import type { Reported } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { createPresence, publishPresence } from './presence.ts';
import { MACHINE_PRESENCE } from './topics.ts';

const home = 'home' as OrganizationId;
const other = 'other' as OrganizationId;
const desk = { organizationId: home, machineId: 'desk' as MachineId };
const ward = { organizationId: home, machineId: 'ward' as MachineId };

const report = (uptime: number, more: Partial<Reported> = {}): Reported => ({
  appliedProfileId: null,
  appliedRevision: 0,
  applyError: null,
  status: 'normal',
  uptime,
  agentVersion: '1.0.0',
  ...more,
});

function start() {
  const clock = { now: 1_000_000 };
  return { clock, presence: createPresence(() => clock.now) };
}

it('shows who is online, by organization and in all', () => {
  const { presence } = start();
  expect(presence.list(home)).toEqual([]);
  presence.connected(desk, report(1), 0);
  presence.connected(ward, report(1), 0);
  presence.connected({ organizationId: other, machineId: 'till' as MachineId }, report(1), 0);
  presence.disconnected(ward.machineId);
  expect(presence.onlineIds(home)).toEqual(['desk']);
  expect(presence.onlineIds(undefined)).toEqual(['desk', 'till']);
  expect(presence.onlineIds('nobody' as OrganizationId)).toEqual([]);
  expect(presence.list(home).map(({ machineId, online }) => [machineId, online])).toEqual([
    ['desk', true],
    ['ward', false],
  ]);
  expect([desk, ward, { machineId: 'unknown' as MachineId }].map((each) => presence.isOnline(each.machineId))).toEqual([
    true,
    false,
    false,
  ]);
});

it('moves a machine to its new organization, whose lists both change', () => {
  const { presence } = start();
  presence.connected(desk, report(1), 0);
  const before = { home: presence.version(home), other: presence.version(other) };
  presence.connected({ ...desk, organizationId: other }, report(1), 0);
  expect(presence.onlineIds(home)).toEqual([]);
  expect(presence.onlineIds(other)).toEqual(['desk']);
  expect(presence.changedSince(home, before.home)).toEqual(new Set(['desk']));
  expect(presence.changedSince(other, before.other)).toEqual(new Set(['desk']));
});

it('keeps the start time through reports that differ by less than five seconds', () => {
  const { clock, presence } = start();
  presence.connected(desk, report(100), 0);
  const startOf = () => presence.find(desk.machineId)?.runningSince;
  expect(startOf()).toBe(900_000);
  clock.now += 10_000;
  presence.reported(desk.machineId, report(106));
  expect(startOf()).toBe(900_000);
  presence.reported(desk.machineId, report(105));
  expect(startOf()).toBe(905_000);
  presence.reported(ward.machineId, report(1));
  expect(presence.find(ward.machineId)).toBeUndefined();
});

it('notes signs of life without telling anybody', () => {
  const { clock, presence } = start();
  presence.connected(desk, report(1), 0);
  const version = presence.version(home);
  clock.now += 5_000;
  presence.seen(desk.machineId);
  presence.seen(ward.machineId);
  expect(presence.find(desk.machineId)?.lastSeen).toBe(1_005_000);
  expect(presence.version(home)).toBe(version);
  presence.touch(home);
  expect(presence.changedSince(home, version)).toBeUndefined();
});

it('hands out unsaved states once, and again after a failure or as a sign of life', () => {
  const { presence } = start();
  const taken = () => presence.takeUnwritten().map(({ machineId }) => machineId);
  presence.connected(desk, report(1), 0);
  presence.connected(ward, report(1), 0);
  const first = presence.takeUnwritten();
  expect(first.map(({ machineId }) => machineId)).toEqual(['desk', 'ward']);
  expect(taken()).toEqual([]);
  presence.untaken(first);
  expect(taken()).toEqual(['desk', 'ward']);
  presence.disconnected(ward.machineId);
  taken();
  presence.markOnline();
  expect(taken()).toEqual(['desk']);
});

it('forgets a machine that went offline once its last state is saved, and an inventory once that is', () => {
  const { presence } = start();
  const hardware = { model: 'Thin 3', cpu: 'N100', memoryMb: 4_096, os: 'Debian 13' };
  presence.connected(desk, report(1, { hardware }), 0);
  presence.connected(ward, report(1), 0);
  presence.disconnected(ward.machineId);
  const states = presence.takeUnwritten();
  expect(presence.find(desk.machineId)?.reported).toMatchObject({ hardware });
  presence.written(states);
  expect(presence.find(desk.machineId)?.reported).not.toHaveProperty('hardware');
  expect(presence.find(desk.machineId)?.reported).not.toHaveProperty('uptime');
  expect(presence.find(ward.machineId)).toBeUndefined();
  expect(presence.list(home)).toHaveLength(1);
  presence.disconnected(desk.machineId);
  const late = presence.takeUnwritten();
  presence.connected(desk, report(1, { hardware }), 0);
  // The saved state is no longer the newest.
  presence.written(late);
  expect(presence.find(desk.machineId)?.reported).toMatchObject({ hardware });
});

it('leaves a machine that moved to another node to that node', () => {
  const { presence } = start();
  presence.connected(desk, report(1), 0);
  const version = presence.version(home);
  presence.moved(desk.machineId);
  presence.moved(ward.machineId);
  expect(presence.find(desk.machineId)).toBeUndefined();
  expect(presence.takeUnwritten()).toEqual([]);
  expect(presence.changedSince(home, version)).toEqual(new Set(['desk']));
  presence.disconnected(desk.machineId);
  expect(presence.list(home)).toEqual([]);
});

it('tells other parts when a machine comes online and goes offline, not when it reconnects or moves', async () => {
  const bus = createLocalBus(createLogger('fatal'));
  const told: unknown[] = [];
  bus.subscribe(MACHINE_PRESENCE, (event) => void told.push(event));
  const presence = publishPresence(start().presence, bus);
  const turn = () => new Promise((done) => setImmediate(done));
  presence.connected(desk, report(1), 0);
  presence.connected(desk, report(1), 0);
  await turn();
  expect(told).toEqual([{ ...desk, online: true }]);
  expect(presence.isOnline(desk.machineId)).toBe(true);
  presence.disconnected(desk.machineId);
  presence.disconnected(desk.machineId);
  presence.disconnected(ward.machineId);
  await turn();
  expect(told).toEqual([
    { ...desk, online: true },
    { ...desk, online: false },
  ]);
  expect(presence.isOnline(desk.machineId)).toBe(false);
  presence.connected(desk, report(1), 0);
  await turn();
  expect(told).toHaveLength(3);
});
