import { randomUUID } from 'node:crypto';
import type { CommandId, MachineId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import type { Tx } from '../../db/connection.ts';
import { enterTenant } from '../../db/transaction.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { acceptCommands, claimCommands, finishCommands } from './store-delivery.ts';

const server = await sharedServer();

/** Queues messages and reboots in turns, an hour ago; returns the messages' IDs. */
async function queueMany(tenant: Tenant, machineId: MachineId, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const types = ids.map((_, index) => (index % 2 === 0 ? 'notify' : 'reboot'));
  await rowsOf(
    server,
    `insert into commands (organization_id, command_id, machine_id, type, payload, author_id, author, state, created_at,
        expires_at)
      select $1, id, $2, type, '{"msg": "Hello"}', $3, 'Ada', 'queued', now() - interval '1 hour', now() + interval '1 day'
      from unnest($4::uuid[], $5::text[]) as t (id, type)`,
    [tenant.organizationId, machineId, tenant.owner.userId, ids, types],
  );
  return ids.filter((_, index) => types[index] === 'notify');
}

/** Claims without trying again after a deadlock. */
function claim(tenant: Tenant, machineId: MachineId, connectedAt: Date | undefined) {
  return within(tenant, (tx) => claimCommands(tx, tenant.organizationId, [{ machineId, connectedAt }]));
}

function within<Result>({ organizationId }: Tenant, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return server.database.db.app.transaction().execute(async (tx) => {
    await enterTenant(tx, organizationId, undefined);
    return run(tx);
  });
}

it('lets several claims for a machine go on at once without a deadlock, and none leaves a message out', async () => {
  const tenant = await createTenant(server);
  const { id } = await addMachine(server, tenant);
  for (let round = 0; round < 20; round += 1) {
    const messages = await queueMany(tenant, id, 40);
    // Connections to different nodes: the first claim of each says since when it is open, later ones do not.
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) => claim(tenant, id, index % 2 === 0 ? new Date() : undefined)),
    );
    const claimed = claims.flat().map((command) => command.id);
    expect(claimed).toEqual(expect.arrayContaining(messages));
    await rowsOf(server, 'delete from commands where machine_id = $1', [id]);
  }
});

it('lets nodes claim, accept and finish the commands of a machine at once without a deadlock', async () => {
  const tenant = await createTenant(server);
  const { id: machineId } = await addMachine(server, tenant);
  const inAnyOrder = (ids: readonly string[]) =>
    ids
      .map((commandId) => ({ machineId, commandId: commandId as CommandId, at: Math.random() }))
      .sort((one, other) => one.at - other.at);
  for (let round = 0; round < 20; round += 1) {
    const ids = await queueMany(tenant, machineId, 40);
    const delivered = `update commands set state = 'delivered', delivered_at = now() where type = 'notify' and machine_id = $1`;
    await rowsOf(server, delivered, [machineId]);
    const { organizationId } = tenant;
    await Promise.all([
      claim(tenant, machineId, new Date()),
      within(tenant, (tx) => acceptCommands(tx, organizationId, inAnyOrder(ids))),
      within(tenant, (tx) =>
        finishCommands(
          tx,
          organizationId,
          inAnyOrder(ids)
            .slice(0, 10)
            .map((each) => ({ ...each, ok: true, output: '' })),
        ),
      ),
      claim(tenant, machineId, undefined),
    ]);
    await rowsOf(server, 'delete from commands where machine_id = $1', [machineId]);
  }
});

it('expires late commands of a new connection; those already sent have ten seconds for their result', async () => {
  const tenant = await createTenant(server);
  const { id } = await addMachine(server, tenant);
  const messages = await queueMany(tenant, id, 4);
  await rowsOf(
    server,
    `update commands set state = 'delivered', delivered_at = now() - interval '1 minute'
      where command_id = (select command_id from commands where machine_id = $1 and type = 'reboot' limit 1)`,
    [id],
  );
  const claimed = await claim(tenant, id, new Date());
  expect(claimed.map((command) => command.id).sort()).toEqual(messages.sort());
  const rows = await rowsOf(
    server,
    `select type, state, finished_at is null as is_open, delivered_at > now() - interval '30 seconds' as is_new,
        expires_at < now() + interval '11 seconds' as ends_soon
      from commands where machine_id = $1 order by type, state`,
    [id],
  );
  const message = { type: 'notify', state: 'delivered', is_open: true, is_new: true, ends_soon: false };
  expect(rows).toEqual([
    message,
    message,
    { type: 'reboot', state: 'delivered', is_open: true, is_new: false, ends_soon: true },
    { type: 'reboot', state: 'expired', is_open: false, is_new: null, ends_soon: true },
  ]);
});
