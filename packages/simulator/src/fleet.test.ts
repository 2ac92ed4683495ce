import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Desired } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { AgentEvent } from '@berth/device/agent';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCounters, startFleet } from './fleet.ts';
import { readOptions } from './options.ts';
import { startChurn } from './random-events.ts';
import { sharingStores } from './stores.ts';
import { ENROLLMENT_CODE, testCloud } from './testing/cloud.ts';

/** Waits as long as needed: the computer may be busy. */
const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 60_000 });

const organizationId = randomUUID() as OrganizationId;
const profileId = randomUUID() as ProfileId;
const desired: Desired = {
  organizationId,
  organizationName: 'Company',
  machineName: 'Virtual',
  deployment: 'vanilla',
  contextRevision: 0,
  context: {},
  profile: { id: profileId, name: 'Office', revision: 3, definition: {} },
};
const registration = {
  token: 'good',
  organizationId,
  settingsOf: (index: number) => ({ name: `Virtual ${index + 1}`, profileId, deployment: 'vanilla' }) as const,
};

test('a fleet registers, comes online, applies its profile, and a reboot takes a machine offline and back', async () => {
  const cloud = await testCloud(desired, 'good');
  const events: AgentEvent['event'][] = [];
  const fleet = await startFleet({
    server: cloud.url,
    machines: 25,
    perSecond: 1_000,
    registration,
    onEvent: (_machine, { event }) => events.push(event),
  });
  onTestFinished(() => fleet.stop());
  await eventually(() => expect(fleet.online).toBe(25));
  expect([...cloud.registered.values()].map(({ name }) => name).toSorted()[0]).toBe('Virtual 1');
  const reports = () => cloud.received.flatMap((message) => (message.type === 'report' ? [message.reported] : []));
  await eventually(() => expect(reports().filter(({ appliedRevision }) => appliedRevision === 3)).toHaveLength(25));

  const [machine] = fleet.machines;
  const reboot = { type: 'command', id: randomUUID(), command: 'reboot', expiresInMs: 60_000, payload: {} };
  cloud.sockets.get(machine?.identity.id ?? '')?.send(JSON.stringify(reboot));
  await eventually(() =>
    expect(cloud.received).toContainEqual({ type: 'result', id: reboot.id, ok: true, output: '' }),
  );
  await eventually(() => expect(fleet.online).toBe(24));
  expect(events).toContain('power');
  await eventually(() => expect(fleet.online).toBe(25));
  await fleet.stop();
  expect(fleet.online).toBe(0);
});

test('a churning fleet loses machines and gets them back, and counts its events', async () => {
  const cloud = await testCloud(desired, 'good');
  const tally = createCounters();
  const options = { server: cloud.url, machines: 5, perSecond: 1_000, registration, onEvent: tally.count };
  const fleet = await startFleet(options);
  onTestFinished(() => fleet.stop());
  await eventually(() => expect(tally.applied()).toEqual({ 3: 5 }));
  expect([...cloud.registered.values()].map(({ name }) => name)).toContain('Virtual 5');
  const churn = startChurn(fleet.machines, 6_000);
  await eventually(() => expect(fleet.online).toBeLessThan(5));
  await churn.stop();
  await eventually(() => expect(fleet.online).toBe(5));
  const notice = { type: 'command', id: randomUUID(), command: 'notify', expiresInMs: 60_000, payload: { msg: 'Hi' } };
  cloud.sockets.get(fleet.machines[0]?.identity.id ?? '')?.send(JSON.stringify(notice));
  await eventually(() => expect(tally.commands).toBe(1));
});

test('machines with an enrollment code register themselves', async () => {
  const cloud = await testCloud(desired, 'good');
  const common = { server: cloud.url, machines: 3, perSecond: 1_000, registration: null };
  const fleet = await startFleet({ ...common, enrollmentCode: ENROLLMENT_CODE });
  onTestFinished(() => fleet.stop());
  await eventually(() => expect(fleet.online).toBe(3));
  expect([...cloud.registered.values()].map(({ name }) => name)).toEqual(['enrolled', 'enrolled', 'enrolled']);

  const others = await startFleet({ ...common, enrollmentCode: 'WRONG-CODE-1' });
  onTestFinished(() => others.stop());
  await eventually(() =>
    expect(others.machines.map(({ linkState }) => linkState)).toEqual(Array(3).fill('unregistered')),
  );
  expect(cloud.registered.size).toBe(3);
});

test("a refused registration reports the cloud's reply", async () => {
  const cloud = await testCloud(desired, 'good');
  const attempt = startFleet({
    server: cloud.url,
    machines: 1,
    perSecond: 1,
    registration: { ...registration, token: 'bad' },
  });
  await expect(attempt).rejects.toThrow(/401.*Sign in first/);
});

test('machines with stored state start without their cloud, new ones do not', async () => {
  const nowhere = new URL('http://127.0.0.1:9');
  const stateFolder = mkdtempSync(join(tmpdir(), 'berth-fleet-'));
  const common = { server: nowhere, machines: 2, perSecond: 1_000, registration: null };
  const fleet = await startFleet({ ...common, stateFolder });
  onTestFinished(async () => {
    await fleet.stop();
    rmSync(stateFolder, { recursive: true });
  });
  expect(fleet.machines.map(({ linkState }) => linkState)).not.toContain('online');
  await expect(startFleet(common)).rejects.toThrow();
});

test('machines with the same profile share it in memory', async () => {
  const newStore = sharingStores();
  const stores = [newStore(), newStore()];
  for (const store of stores) await store.update((state) => ({ ...state, desired: structuredClone(desired) }));
  const [first, second] = stores.map((store) => store.state.desired?.profile);
  expect(first).toEqual(desired.profile);
  expect(second).toBe(first);
});

test.each([
  [['--machines', '0'], '--machines must be a number from 1 to 100000, not "0".'],
  [['--organization', 'x'], 'Registering machines requires --organization, --profile or --list, and --token.'],
  [['--deployment', 'book'], '--deployment must be one of vanilla'],
])('%j is refused with a message', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message);
});

test('machines with slow disks and a bad network show their profile, lose their connection and reconnect', async () => {
  const cloud = await testCloud(desired, 'good');
  const tally = createCounters();
  const lost: string[] = [];
  const fleet = await startFleet({
    server: cloud.url,
    machines: 3,
    perSecond: 1_000,
    registration,
    network: { latencyMs: 5, kbit: 2_000, lossPerMinute: 60 },
    slowMs: 20,
    onEvent: (machine, event) => {
      tally.count(machine, event);
      if (event.event === 'link' && event.state === 'offline') lost.push(machine.identity.id);
    },
  });
  onTestFinished(() => fleet.stop());
  await eventually(() => expect(tally.applied()).toEqual({ 3: 3 }));
  await eventually(() => expect(lost).not.toEqual([]));
  const back = fleet.machines.find(({ identity }) => identity.id === lost[0]);
  await eventually(() => expect(back?.linkState).toBe('online'));
});
