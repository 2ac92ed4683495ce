import { readInventory, readPresence } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { REPORTED } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const spans = async ({ owner }: Tenant, id: MachineId) =>
  (await server.call(readPresence, { params: { id }, token: owner.token })).reply;

describe('the connection history of a machine', () => {
  it('starts a span on connect, ends it on disconnect, and starts another on reconnect', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    expect(await spans(tenant, machine.id)).toEqual([]);
    const link = await machine.connect(server.url);
    await eventually(async () => expect(await spans(tenant, machine.id)).toMatchObject([{ until: null }]));
    await link.close();
    await eventually(async () => {
      const [row] = await rowsOf(server, 'select until from machine_presence where machine_id = $1', [machine.id]);
      expect(row).not.toEqual({ until: null });
    });
    const again = await machine.connect(server.url);
    await eventually(async () => expect(await spans(tenant, machine.id)).toHaveLength(2));
    const [before, now] = await spans(tenant, machine.id);
    expect([before?.until !== null, now?.until]).toEqual([true, null]);
    await again.close();
  });

  it('ends at the last sign of life if a server crashed', async () => {
    const tenant = await createTenant(server);
    const { id } = await addMachine(server, tenant);
    await rowsOf(
      server,
      `with state as (
        update machine_states set online = true, last_seen = '2026-01-02T12:00:00Z' where machine_id = $1 returning *
      )
      insert into machine_presence select organization_id, machine_id, '2026-01-02T10:00:00Z', null from state`,
      [id],
    );
    const [state] = await rowsOf(server, 'select organization_id from machine_states where machine_id = $1', [id]);
    const last_seen = '2026-01-02T15:00:00Z';
    const report = { ...(state as object), machine_id: id, online: true, last_seen, status: 'normal' };
    await rowsOf(server, 'select record_machine_states($1::jsonb)', [JSON.stringify([report])]);
    const rows = 'select extract(epoch from until - since)::int as seconds from machine_presence where machine_id = $1';
    expect(await rowsOf(server, `${rows} order by since`, [id])).toEqual([{ seconds: 7_200 }, { seconds: null }]);
  });
});

describe('the inventory', () => {
  it("is the machine's last report, and empty before it", async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const read = async () =>
      (await server.call(readInventory, { params: { id: machine.id }, token: tenant.owner.token })).reply;
    expect(await read()).toEqual({ hardware: null, timeZone: null });
    const hardware = {
      model: 'Model 3',
      cpu: 'Some processor',
      memoryMb: 8_192,
      os: 'Debian 13',
      cores: 4,
      diskMb: 64_000,
      interfaces: [{ name: 'eth0', mac: '02:00:00:00:00:01', addresses: ['192.0.2.7'] }],
    };
    const link = await machine.connect(server.url);
    await link.next('welcome');
    link.send({ type: 'report', reported: { ...REPORTED, hardware, timeZone: 'Asia/Kathmandu' } });
    await eventually(async () => expect(await read()).toEqual({ hardware, timeZone: 'Asia/Kathmandu' }));
    await link.close();
  });
});
