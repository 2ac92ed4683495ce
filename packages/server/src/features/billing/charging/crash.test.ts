import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../../db/migrate.ts';
import { roleAddresses } from '../../../db/roles.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { reconcile } from '../ledger/balance.ts';

const ORGANIZATIONS = 20;
const MACHINES = 100;
const PERIODS = 5;
const KILLS = 50;
const WORKER = fileURLToPath(new URL('../../../testing/charging/worker.ts', import.meta.url));
const START = Date.parse('2026-01-01T00:00:00Z');
const DAY = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.owner, (client) => client.query(fleet()));
});
afterAll(() => database.drop());

/** Organizations with Pro, an account, and credits for all periods of their machines. */
function fleet(): string {
  return Array.from({ length: ORGANIZATIONS }, () => {
    const [id, user, grant] = [randomUUID(), randomUUID(), randomUUID()];
    const credits = MACHINES * PERIODS * 3;
    return `
      insert into organizations (organization_id, name, owner_id, owner_email, mgmt_tier)
        values ('${id}', 'Fleet', '${user}', 'o@example.org', 'pro');
      insert into billing_accounts (organization_id, administrator_id, administrator_email, company, email, street,
          postcode, city, country)
        values ('${id}', '${user}', 'o@example.org', 'Fleet', 'o@example.org', 'Ring', '1', 'Hamburg', 'DE');
      insert into machines (organization_id, machine_id, name, deployment, registered_by)
        select '${id}', md5('${id}' || n), 'Machine ' || n, 'vanilla', 'o@example.org' from generate_series(1, ${MACHINES}) n;
      insert into ledger_transactions values ('${id}', '${grant}', 'gift', 'adjustment', 'Gift', 'test', now());
      insert into ledger_postings values ('${id}', '${grant}', 'credits', 'credit', ${credits}),
        ('${id}', '${grant}', 'credits-granted', 'credit', ${-credits});`;
  }).join('');
}

function worker(now: number): ChildProcess {
  const { owner, secret } = database;
  const addresses = roleAddresses(owner, secret);
  const job = JSON.stringify({ addresses, now });
  return spawn(process.execPath, [WORKER, job], { stdio: ['ignore', 'pipe', 'inherit'] });
}

it('10,000 charges by servers that are killed 50 times: none lost, none doubled', async () => {
  let kills = 0;
  for (let period = 0; period < PERIODS; period += 1) {
    const now = START + period * 30 * DAY;
    const share = (period + 1) / PERIODS;
    while (kills < KILLS * share) {
      // Two servers at once; either can be killed at any point.
      const nodes = [worker(now), worker(now)];
      await Promise.all(nodes.map(({ stdout }) => stdout && once(stdout, 'data')));
      await pause(Math.random() * 40);
      for (const node of nodes) node.kill('SIGKILL');
      await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')));
      kills += nodes.length;
    }
    const [code] = await once(worker(now), 'exit');
    expect(code).toBe(0);
  }
  expect(kills).toBe(KILLS);
  const { discrepancies, figures } = await reconcile(database.db);
  expect(discrepancies).toEqual([]);
  expect(figures.charges).toBe(ORGANIZATIONS * MACHINES * PERIODS);
  await withClient(database.owner, async (client) => {
    const { rows } = await client.query(`
      select (select sum(amount) from ledger_postings)::int as sum,
        (select max(balance) from ledger_balances where account = 'credits')::int as left`);
    expect(rows).toEqual([{ sum: 0, left: 0 }]);
  });
}, 300_000);
