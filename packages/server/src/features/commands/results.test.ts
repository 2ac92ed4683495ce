import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { listAudit } from '@berth/contract/api/audit';
import { sendBatch } from '@berth/contract/api/command-batches';
import { notifyMachine } from '@berth/contract/api/machines';
import { createWebhook } from '@berth/contract/api/webhooks';
import { eventually } from '@berth/testing/wait';
import { expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { COUNTED } from '../../platform/measures.ts';
import { addMachine, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { startCommandExpiry } from './gateway-ports.ts';

const server = await sharedServer();

async function start() {
  const tenant = await createTenant(server);
  const { owner, organizationId: id } = tenant;
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const finished = async () => {
    const { reply } = await server.call(listAudit, { params: { id }, token: owner.token });
    return reply.filter(({ action }) => action === 'commands.finished');
  };
  return { id, token: owner.token, machine, link, finished };
}

it('the result of a command is in the audit log, with its command and machine', async () => {
  const { token, machine, link, finished } = await start();
  for (const ok of [true, false]) {
    const sent = { params: { id: machine.id }, token, body: { msg: 'Lunch' } };
    const { id } = (await server.call(notifyMachine, sent)).reply;
    await link.next('command');
    link.send({ type: 'result', id, ok, output: '' });
    await eventually(async () =>
      expect(await finished()).toContainEqual(
        expect.objectContaining({
          actorKind: 'machine',
          actor: machine.id,
          targetKind: 'command',
          targetId: id,
          before: null,
          after: { ok, type: 'notify' },
        }),
      ),
    );
  }
  await link.close();
});

it('the result of a bulk command is an event for webhooks only, with its bulk command', async () => {
  const { id, token, machine, link, finished } = await start();
  const hook = { url: 'https://hooks.example.org/', events: ['commands.finished'] };
  await server.call(createWebhook, { params: { id }, token, body: hook });
  const body = { type: 'notify' as const, msg: 'Lunch', machineIds: [machine.id] };
  const batch = (await server.call(sendBatch, { params: { orgId: id }, token, body })).reply;
  const command = await link.next('command');
  link.send({ type: 'result', id: command.id, ok: true, output: '' });
  const queued = `select body from webhook_deliveries where organization_id = '${id}'`;
  await eventually(async () => expect(await rowsOf(server, queued)).toHaveLength(1));
  const [{ body: event }] = (await rowsOf(server, queued)) as [{ body: string }];
  expect(JSON.parse(event)).toMatchObject({
    type: 'commands.finished',
    target: { kind: 'command', id: command.id },
    after: { ok: true, type: 'notify', batchId: batch.id },
  });
  expect(await finished()).toEqual([]);
  await link.close();
});

it('results are counted by their outcome, also those that never came', async () => {
  const counts = new Map<string, number>();
  const note = (message: unknown) => {
    const { what, outcome, times } = message as { what: string; outcome: string; times: number };
    if (what === 'commands_finished') counts.set(outcome, (counts.get(outcome) ?? 0) + times);
  };
  subscribe(COUNTED.name, note);
  const { token, machine, link } = await start();
  const send = async () => {
    const sent = { params: { id: machine.id }, token, body: { msg: 'Lunch' } };
    const { id } = (await server.call(notifyMachine, sent)).reply;
    await link.next('command');
    return id;
  };
  const ids = [await send(), await send(), await send(), await send()];
  for (const [index, id] of ids.slice(0, 3).entries()) link.send({ type: 'result', id, ok: index > 0, output: '' });
  await eventually(() =>
    expect(counts).toEqual(
      new Map([
        ['succeeded', 2],
        ['failed', 1],
      ]),
    ),
  );
  await rowsOf(server, `update commands set expires_at = now() - interval '2 hours' where command_id = '${ids[3]}'`);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const job = startCommandExpiry(server.database.db, createLogger('silent'));
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await eventually(() => expect(counts.get('expired')).toBe(1));
  await job.stop();
  unsubscribe(COUNTED.name, note);
  await link.close();
});
