import { randomUUID } from 'node:crypto';
import { listMachineCommands } from '@berth/contract/api/machines';
import { COMMAND_MAX_AGE_DAYS } from '@berth/contract/limits';
import type { CommandState } from '@berth/contract/rules/commands';
import { expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { forgetCommands } from './clean.ts';

const server = await sharedServer();

/** Ages in days: kept, and deleted. */
const [YOUNG, OLD] = [COMMAND_MAX_AGE_DAYS - 1, COMMAND_MAX_AGE_DAYS + 1];

async function tenantWithHistory() {
  const tenant = await createTenant(server);
  const { id } = await addMachine(server, tenant);
  const add = async (result: string, days: number, state: CommandState = 'succeeded', batch: string | null = null) => {
    await rowsOf(
      server,
      `insert into commands (organization_id, machine_id, command_id, type, state, result, author, batch_id, created_at, expires_at)
         values ($1, $2, $3, 'reboot', $4, $5, 'ada', $6, now() - make_interval(days => $7), now() + interval '1 hour')`,
      [tenant.organizationId, id, randomUUID(), state, result, batch, days],
    );
  };
  const addBatch = async (days: number): Promise<string> => {
    const batch = randomUUID();
    await rowsOf(
      server,
      `insert into command_batches (organization_id, batch_id, type, author_id, author, total, skipped, created_at)
         values ($1, $2, 'reboot', $2, 'ada', 1, 0, now() - make_interval(days => $3))`,
      [tenant.organizationId, batch, days],
    );
    return batch;
  };
  const listed = async () => {
    const { reply } = await server.call(listMachineCommands, { params: { id }, token: tenant.owner.token });
    return reply.map(({ result }) => result).sort();
  };
  return { tenant, add, addBatch, listed };
}

it('commands that ended long ago are deleted, of every organization; open and newer ones stay', async () => {
  const [one, other] = [await tenantWithHistory(), await tenantWithHistory()];
  for (const { add } of [one, other]) {
    await add('old', OLD);
    await add('old and failed', OLD, 'failed');
    await add('old and queued', OLD, 'queued');
    await add('newer', YOUNG);
  }
  await forgetCommands(server.database.db);
  expect(await one.listed()).toEqual(['newer', 'old and queued']);
  expect(await other.listed()).toEqual(['newer', 'old and queued']);
});

it('a bulk command is deleted with the last of its commands', async () => {
  const { tenant, add, addBatch } = await tenantWithHistory();
  const [gone, open, newer] = [await addBatch(OLD), await addBatch(OLD), await addBatch(YOUNG)];
  await add('old', OLD, 'succeeded', gone);
  await add('old', OLD, 'succeeded', open);
  await add('old and queued', OLD, 'queued', open);
  await forgetCommands(server.database.db);
  const left = await rowsOf(server, 'select batch_id from command_batches where organization_id = $1', [
    tenant.organizationId,
  ]);
  expect(left).toEqual(expect.arrayContaining([{ batch_id: open }, { batch_id: newer }]));
  expect(left).toHaveLength(2);
});

it('the history of a schedule loses its old runs with their machines, but not an open one', async () => {
  const { tenant } = await tenantWithHistory();
  const schedule = randomUUID();
  await rowsOf(
    server,
    `insert into schedules (organization_id, schedule_id, name, type, tag, days, time, window_minutes, time_zone, enabled, author_id, author, created_at, changed_at)
       values ($1, $2, 'Nightly', 'reboot', 'lobby', '{mon}', '03:00', 60, 'Europe/Berlin', false, $2, 'ada', now(), now())`,
    [tenant.organizationId, schedule],
  );
  for (const [date, days, isClosed] of [
    ['2026-01-05', OLD, true],
    ['2026-01-12', OLD, false],
    ['2026-01-19', YOUNG, true],
  ]) {
    await rowsOf(
      server,
      `insert into schedule_runs (organization_id, schedule_id, date, opened_at, closed_at)
         values ($1, $2, $3, now() - make_interval(days => $4), case when $5 then now() - make_interval(days => $4) end)`,
      [tenant.organizationId, schedule, date, days, isClosed],
    );
  }
  await forgetCommands(server.database.db);
  const left = await rowsOf(server, 'select date from schedule_runs where schedule_id = $1 order by date', [schedule]);
  expect(left).toEqual([{ date: '2026-01-12' }, { date: '2026-01-19' }]);
});
