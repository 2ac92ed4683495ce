import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { addMachine, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { leaveCurrent } from './history.ts';

const server = await sharedServer();

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: server.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

it('the history is added although the first reports of its machines lock them in another order', async () => {
  const tenant = await createTenant(server);
  for (const name of ['A', 'B']) await addMachine(server, tenant, { name });
  const order = 'select machine_id, ctid from machine_states where applied_profile_id is null order by ctid';
  const [first, last] = (await rowsOf(server, order)) as { machine_id: string }[];
  const [reporting, demo] = [await connect(), await connect()];
  const report = (machine?: { machine_id: string }) =>
    reporting.query('update machine_states set time_zone = $2 where machine_id = $1', [machine?.machine_id, 'UTC']);
  await reporting.query('begin');
  await report(last);
  const added = leaveCurrent(demo);
  // It has locked the first machine and waits for the last one.
  const blocked = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%simulator%'";
  while ((await rowsOf(server, blocked)).length === 0) await sleep(20);
  const reported = report(first).then(() => reporting.query('commit'));
  await Promise.all([added, reported]);
  expect(await rowsOf(server, 'select applied_revision, time_zone from machine_states')).toEqual([
    { applied_revision: 1, time_zone: 'UTC' },
    { applied_revision: 1, time_zone: 'UTC' },
  ]);
});
