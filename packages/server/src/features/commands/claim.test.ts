import { randomUUID } from 'node:crypto';
import type { MachineId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import { enterTenant } from '../../db/transaction.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { claimCommands } from './store-delivery.ts';

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
function claim({ organizationId }: Tenant, machineId: MachineId, connectedAt: Date | undefined) {
  return server.database.db.app.transaction().execute(async (tx) => {
    await enterTenant(tx, organizationId, undefined);
    return claimCommands(tx, organizationId, [{ machineId, connectedAt }]);
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
