import { randomUUID } from 'node:crypto';
import type { MachineId, UserId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import type { Tx } from '../../db/connection.ts';
import { enterTenant } from '../../db/transaction.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { eraseAccount } from '../identity/account/store.ts';
import { deleteMember } from '../organizations/members/store.ts';
import { claimCommands } from './store-delivery.ts';

const server = await sharedServer();

const AUTHOR = randomUUID() as UserId;

/** Queues messages of one author. */
async function queueMany(tenant: Tenant, machineId: MachineId, count: number): Promise<void> {
  await rowsOf(
    server,
    `insert into commands (organization_id, command_id, machine_id, type, payload, author_id, author, state, expires_at)
      select $1, id, $2, 'notify', '{"msg": "Hello"}', $3, 'Ada', 'queued', now() + interval '1 day'
      from unnest($4::uuid[]) as t (id)`,
    [tenant.organizationId, machineId, AUTHOR, Array.from({ length: count }, () => randomUUID())],
  );
}

/** Runs without trying again after a deadlock. */
function within<Result>({ organizationId }: Tenant, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return server.database.db.app.transaction().execute(async (tx) => {
    await enterTenant(tx, organizationId, undefined);
    return run(tx);
  });
}

const leave = (tenant: Tenant) => within(tenant, (tx) => deleteMember(tx, tenant.organizationId, AUTHOR));
const giveUp = () =>
  server.database.db.system
    .transaction()
    .execute((tx) => eraseAccount(tx, { userId: AUTHOR, email: 'ada@partner.example' }, {}));

it.each([
  ['is removed', leave],
  ['gives up the account', giveUp],
])('an author of waiting commands %s while nodes claim them, without a deadlock', async (_what, end) => {
  const tenant = await createTenant(server);
  const { id: machineId } = await addMachine(server, tenant);
  for (let round = 0; round < 20; round += 1) {
    await queueMany(tenant, machineId, 200);
    await Promise.all([
      within(tenant, (tx) => claimCommands(tx, tenant.organizationId, [{ machineId, connectedAt: new Date() }])),
      end(tenant),
      within(tenant, (tx) => claimCommands(tx, tenant.organizationId, [{ machineId, connectedAt: undefined }])),
    ]);
    const waiting = `select from commands where machine_id = $1 and state = 'queued'`;
    expect(await rowsOf(server, waiting, [machineId])).toEqual([]);
    await rowsOf(server, 'delete from commands where machine_id = $1', [machineId]);
  }
});
