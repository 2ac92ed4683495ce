import type { CommandId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import type { Connection } from './connection.ts';
import { createProfileSource } from './desired.ts';
import { dispatch } from './dispatch.ts';
import { createPresence } from './presence.ts';
import { createRegistry } from './registry.ts';
import {
  COMMAND_QUEUED,
  FRAME_REQUESTED,
  LAYERS_CHANGED,
  MACHINE_CHANGED,
  ORGANIZATION_CHANGED,
  PROFILE_CHANGED,
  WAKE_REQUESTED,
} from './topics.ts';

const home = 'home' as OrganizationId;
const other = 'other' as OrganizationId;
const profileId = 'profile' as ProfileId;
const turns = () => new Promise((done) => setImmediate(done));

/** Two machines at home, the first of which may show the profile, one elsewhere, and what each was told. */
function start() {
  const told: string[] = [];
  const loaded: unknown[] = [];
  const bus = createLocalBus(createLogger('silent'));
  const registry = createRegistry();
  const presence = createPresence(() => 0);
  const connect = (machineId: string, organizationId: OrganizationId, fails = false) => {
    const note = (what: string) => async () => {
      told.push(`${machineId}: ${what}`);
      if (fails) throw new Error('closed');
    };
    const connection = {
      key: { organizationId, machineId: machineId as MachineId },
      openedElapsed: 0,
      mayShow: (id: ProfileId) => id !== 'another' && machineId !== 'ward',
      profileChanged: note('profile'),
      layersChanged: note('layers'),
      refresh: note('refresh'),
      deliver: note('deliver'),
      deliverAgain: note('deliver again'),
      requestFrame: () => void told.push(`${machineId}: frame`),
      wakeOthers: (macs: readonly string[]) => void told.push(`${machineId}: wakes ${macs}`),
    };
    registry.add(connection as unknown as Connection);
  };
  connect('desk', home, true);
  connect('ward', home);
  connect('till', other);
  const profiles = createProfileSource(async (organizationId, id) => {
    loaded.push([organizationId, id]);
    if (id !== profileId) return undefined;
    return { content: { id, name: 'Profile', revision: 1, definition: {} }, isStaged: false };
  });
  const logger = createLogger('silent');
  const failed = vi.spyOn(logger, 'error');
  const stop = dispatch({ bus, registry, profiles, presence, logger });
  onTestFinished(stop);
  const tell = async (topic: string, message: object) => {
    const version = presence.version(home);
    told.length = 0;
    bus.publish(topic, message);
    await turns();
    return { told: [...told], changed: presence.changedSince(home, version) };
  };
  return { tell, stop, failed, loaded };
}

it('tells a change to the machines that it concerns, even if telling one of them fails', async () => {
  const { tell, failed } = start();
  const all = { changed: undefined };
  expect(await tell(PROFILE_CHANGED, { organizationId: home, profileId })).toEqual({ ...all, told: ['desk: profile'] });
  expect(failed).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error), machine: 'desk' }, expect.any(String));
  const layers = ['desk: layers', 'ward: layers'];
  expect(await tell(LAYERS_CHANGED, { organizationId: home })).toEqual({ ...all, told: layers });
  const refreshes = ['desk: refresh', 'ward: refresh'];
  expect(await tell(ORGANIZATION_CHANGED, { organizationId: home })).toEqual({ ...all, told: refreshes });
  expect(await tell(MACHINE_CHANGED, { organizationId: home, machineId: 'ward' })).toEqual({
    changed: new Set(['ward']),
    told: ['ward: refresh'],
  });
  expect((await tell(MACHINE_CHANGED, { organizationId: home, machineId: 'away' })).told).toEqual([]);
});

it('loads no profile that no connected machine may show', async () => {
  const { tell, loaded } = start();
  await tell(PROFILE_CHANGED, { organizationId: home, profileId: 'another' });
  expect(loaded).toEqual([]);
  await tell(PROFILE_CHANGED, { organizationId: home, profileId });
  expect(loaded).toEqual([[home, profileId]]);
  expect((await tell(PROFILE_CHANGED, { organizationId: home, profileId: 'deleted' })).told).toEqual([]);
});

it('lets a machine fetch its commands, and asks for its screen in its own organization only', async () => {
  const { tell, stop } = start();
  const command = { organizationId: home, machineId: 'ward', commandId: 'command' as CommandId };
  expect((await tell(COMMAND_QUEUED, command)).told).toEqual(['ward: deliver']);
  expect((await tell(COMMAND_QUEUED, { ...command, isUndelivered: true })).told).toEqual(['ward: deliver again']);
  expect((await tell(COMMAND_QUEUED, { ...command, machineId: 'away' })).told).toEqual([]);
  expect((await tell(FRAME_REQUESTED, { organizationId: home, machineId: 'ward' })).told).toEqual(['ward: frame']);
  expect((await tell(FRAME_REQUESTED, { organizationId: other, machineId: 'ward' })).told).toEqual([]);
  const woken = { machineId: 'ward', macs: ['a', 'b'] };
  expect((await tell(WAKE_REQUESTED, { ...woken, organizationId: home })).told).toEqual(['ward: wakes a,b']);
  expect((await tell(WAKE_REQUESTED, { ...woken, organizationId: other })).told).toEqual([]);
  expect((await tell(WAKE_REQUESTED, { ...woken, organizationId: home, machineId: 'away' })).told).toEqual([]);
  stop();
  expect((await tell(COMMAND_QUEUED, command)).told).toEqual([]);
});
