import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
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
