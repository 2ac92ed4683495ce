import type { CommandId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { expect, it, onTestFinished, vi } from 'vitest';
import { budgetConnections, limitConcurrency } from './connection-pool-budget.ts';
import type { GatewayPorts } from './ports.ts';

const organizationId = '11111111-1111-4111-8111-111111111111' as OrganizationId;
const machine = (machineId: string) => ({ organizationId, machineId: machineId as MachineId });
const command = (id: string) => id as CommandId;

it('records an accepted command unless its own machine’s result comes first', async () => {
  const recorded: string[] = [];
  const ports = budgetConnections(
    {
      acceptCommands: async (_, all) => void recorded.push(...all.map(({ commandId }) => commandId)),
      finishCommands: async () => undefined,
    } as Partial<GatewayPorts> as GatewayPorts,
    () => undefined,
  );
  const result = { ok: true, output: '' };
  await ports.acceptCommand(machine('one'), command('first'));
  await ports.finishCommand(machine('one'), command('first'), result);
  await ports.acceptCommand(machine('one'), command('second'));
  await ports.finishCommand(machine('other'), command('second'), result);
  expect(recorded).toEqual([]);
  // The earlier one is recorded before a further one is taken.
  await ports.acceptCommand(machine('one'), command('third'));
  expect(recorded).toEqual(['second']);
  await ports.flush();
  expect(recorded).toEqual(['second', 'third']);
});

it('takes no more accepted commands from a machine than it records', async () => {
  let release = () => {};
  const ports = budgetConnections(
    {
      acceptCommands: () => new Promise<void>((resolve) => (release = resolve)),
    } as Partial<GatewayPorts> as GatewayPorts,
    () => undefined,
  );
  await ports.acceptCommand(machine('one'), command('first'));
  let isTaken = false;
  const second = ports.acceptCommand(machine('one'), command('second')).then(() => (isTaken = true));
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  release();
  await second;
});

it('limits concurrency, keeps the order, and continues after a failure', async () => {
  const turn = limitConcurrency(2);
  const ends: (() => void)[] = [];
  const began: number[] = [];
  const all = [0, 1, 2, 3].map((each) =>
    turn(async () => {
      began.push(each);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (each === 0) throw new Error('failed');
      return each;
    }).catch(() => 'failed'),
  );
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).resolves.toBe('failed');
  await expect.poll(() => began).toEqual([0, 1, 2]);
  ends[1]?.();
  await expect.poll(() => began).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(all)).toEqual(['failed', 1, 2, 3]);
});

it('asks once for all machines of an organization that are asked for at once, and each gets its own answer', async () => {
  const other = '22222222-2222-4222-8222-222222222222' as OrganizationId;
  const [one, two, gone] = [machine('one'), machine('two'), machine('gone')];
  const elsewhere = { organizationId: other, machineId: 'three' as MachineId };
  const answers =
    <Value>(answer: (id: MachineId) => Value) =>
    (ids: readonly MachineId[]) =>
      new Map(ids.filter((id) => id !== gone.machineId).map((id) => [id, answer(id)]));
  const homes = answers((id) => (id === elsewhere.machineId ? other : organizationId));
  const asked = {
    homesOf: vi.fn(async (ids: readonly MachineId[]) => homes(ids)),
    loadHeads: vi.fn(async (_: OrganizationId, ids: readonly MachineId[]) => answers((id) => `head of ${id}`)(ids)),
    loadReferences: vi.fn(async (_: OrganizationId, ids: readonly MachineId[]) => answers((id) => `${id}'s`)(ids)),
    claimCommands: vi.fn(async (_: OrganizationId, claims: readonly { machineId: MachineId }[]) =>
      answers((id) => [`command of ${id}`])(claims.map(({ machineId }) => machineId)),
    ),
    checkAuditHeads: vi.fn(async () => undefined),
    finishCommands: vi.fn(async () => undefined),
  };
  const ports = budgetConnections(asked as unknown as GatewayPorts, () => undefined);
  const all = [one, two, gone, elsewhere];
  const each = <Result>(ask: (key: (typeof all)[number]) => Promise<Result>) => Promise.all(all.map(ask));

  expect(await each(({ machineId }) => ports.homeOf(machineId))).toEqual([
    organizationId,
    organizationId,
    undefined,
    other,
  ]);
  expect(asked.homesOf.mock.calls).toEqual([[['one', 'two', 'gone', 'three']]]);
  expect(await each((key) => ports.loadHead(key))).toEqual(['head of one', 'head of two', undefined, 'head of three']);
  expect(asked.loadHeads.mock.calls).toEqual([
    [organizationId, ['one', 'two', 'gone']],
    [other, ['three']],
  ]);
  expect(await each((key) => ports.loadReference(key))).toEqual(["one's", "two's", undefined, "three's"]);
  const at = new Date(1);
  expect(await each((key) => ports.claimCommands(key, at))).toEqual([
    ['command of one'],
    ['command of two'],
    [],
    ['command of three'],
  ]);
  expect(asked.claimCommands.mock.calls.flat()).toContainEqual([{ machineId: 'three', connectedAt: at }]);
  await each((key) => ports.checkAuditHeads(key, []));
  expect(asked.checkAuditHeads.mock.calls).toContainEqual([other, [{ machineId: 'three', heads: [] }]]);
  const results = await each((key) => ports.finishCommand(key, command('same'), { ok: true, output: 'done' }));
  expect(results).toEqual([undefined, undefined, undefined, undefined]);
  expect(asked.finishCommands.mock.calls).toContainEqual([
    other,
    [{ machineId: 'three', commandId: 'same', ok: true, output: 'done' }],
  ]);
});

it('passes the other calls on, one of those for single machines at a time', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const wait = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const asked = {
    loadProfile: vi.fn(async () => undefined),
    saveStates: vi.fn(async () => undefined),
    machinesWithQueued: vi.fn(async () => [machine('one')]),
    saveLogs: vi.fn(wait('logs')),
    recordClone: vi.fn(wait('clone')),
    messageRead: vi.fn(wait('read')),
    pressButton: vi.fn(wait('press')),
  };
  const ports = budgetConnections(asked as unknown as GatewayPorts, () => undefined);
  await ports.loadProfile(organizationId, 'profile' as ProfileId, 3, ['layer']);
  expect(asked.loadProfile).toHaveBeenCalledWith(organizationId, 'profile', 3, ['layer']);
  await ports.saveStates([]);
  expect(asked.saveStates).toHaveBeenCalledWith([]);
  expect(await ports.machinesWithQueued()).toEqual([machine('one')]);
  const [key, press] = [machine('one'), { id: 'press' } as never];
  const calls = [
    ports.saveLogs(key, []),
    ports.recordClone(key, ['192.0.2.1']),
    ports.messageRead(key, command('read')),
    ports.pressButton(key, press),
  ];
  for (const [index] of calls.entries()) {
    await vi.waitFor(() => expect(ends).toHaveLength(index + 1));
    expect(begun).toHaveLength(index + 1);
    ends[index]?.();
  }
  await Promise.all(calls);
  expect(begun).toEqual(['logs', 'clone', 'read', 'press']);
  expect(asked.saveLogs).toHaveBeenCalledWith(key, []);
  expect(asked.recordClone).toHaveBeenCalledWith(key, ['192.0.2.1']);
  expect(asked.messageRead).toHaveBeenCalledWith(key, 'read');
  expect(asked.pressButton).toHaveBeenCalledWith(key, press);
});

it('records an accepted command after a moment by itself, and tells if that fails', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const acceptCommands = vi.fn(async (): Promise<void> => undefined);
  const failed = vi.fn();
  const ports = budgetConnections({ acceptCommands } as Partial<GatewayPorts> as GatewayPorts, failed);
  await ports.acceptCommand(machine('one'), command('first'));
  await vi.advanceTimersByTimeAsync(49);
  expect(acceptCommands).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(acceptCommands).toHaveBeenCalledExactlyOnceWith(organizationId, [{ machineId: 'one', commandId: 'first' }]);
  const error = new Error('The database is away');
  acceptCommands.mockRejectedValueOnce(error);
  await ports.acceptCommand(machine('one'), command('second'));
  await vi.advanceTimersByTimeAsync(50);
  expect(failed).toHaveBeenCalledExactlyOnceWith(error);
  await ports.flush();
  expect(acceptCommands).toHaveBeenCalledTimes(2);
});
