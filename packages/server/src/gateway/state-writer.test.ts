import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { createPresence, type MachineState } from './presence.ts';
import { startStateWriter } from './state-writer.ts';

const WRITE_MS = 1_000;
const reported = {
  appliedProfileId: null,
  appliedRevision: 0,
  applyError: null,
  status: 'normal',
  uptime: 1,
  agentVersion: '1.0.0',
} as const;

/** A writer whose saves end when told. */
function start() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const presence = createPresence(Date.now);
  const saved: string[][] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const save = (states: readonly MachineState[]) => {
    saved.push(states.map(({ machineId }) => machineId));
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise;
  };
  const writer = startStateWriter({ presence, save, logger: createLogger('silent'), timing: { writeMs: WRITE_MS } });
  const connect = (name: string) =>
    presence.connected({ organizationId: 'home' as OrganizationId, machineId: name as MachineId }, reported, 0);
  const end = async (failure?: Error) => {
    if (failure) ends.shift()?.reject(failure);
    else ends.shift()?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { presence, saved, end, writer, connect };
}

it('saves what changed, one batch at a time', async () => {
  const { saved, end, connect } = start();
  connect('desk');
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  connect('ward');
  await vi.advanceTimersByTimeAsync(3 * WRITE_MS);
  expect(saved).toEqual([['desk']]);
  await end();
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  expect(saved).toEqual([['desk'], ['ward']]);
  await end();
  await vi.advanceTimersByTimeAsync(3 * WRITE_MS);
  expect(saved).toHaveLength(2);
});

it('saves a thousand machines at once, and the others after them', async () => {
  const { saved, end, connect } = start();
  for (let n = 0; n < 1_001; n += 1) connect(`machine ${n}`);
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  expect(saved.map((batch) => batch.length)).toEqual([1_000]);
  await end();
  expect(saved.map((batch) => batch.length)).toEqual([1_000, 1]);
});

it('saves states again that could not be saved', async () => {
  const { presence, saved, end, connect } = start();
  connect('desk');
  presence.disconnected('desk' as MachineId);
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  await end(new Error('The database is away'));
  expect(presence.find('desk' as MachineId)).toBeDefined();
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  await end();
  expect(saved).toEqual([['desk'], ['desk']]);
  expect(presence.find('desk' as MachineId)).toBeUndefined();
});

it('saves the last sign of life of online machines every five minutes', async () => {
  const { saved, end, connect } = start();
  connect('desk');
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  await end();
  await vi.advanceTimersByTimeAsync(290_000);
  expect(saved).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([['desk'], ['desk']]);
});

it('saves what is left when it stops, after a save that still runs', async () => {
  const { saved, end, writer, connect } = start();
  connect('desk');
  await vi.advanceTimersByTimeAsync(WRITE_MS);
  connect('ward');
  const stopped = writer.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([['desk']]);
  await end();
  expect(saved).toEqual([['desk'], ['ward']]);
  await end();
  await stopped;
  connect('till');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(saved).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
