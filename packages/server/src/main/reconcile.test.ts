import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buyCredits, setUpBilling } from '../testing/commerce.ts';
import { addMachine, createTenant, rowsOf } from '../testing/fleet.ts';
import { sharedServer } from '../testing/server.ts';

const COMMAND = fileURLToPath(new URL('reconcile.ts', import.meta.url));

const server = await sharedServer();
const tenant = await createTenant(server, 'free');
await setUpBilling(server, tenant);
await buyCredits(server, tenant, 40);

async function run(): Promise<{ code: number; out: string; err: string }> {
  const { url, secret } = server.database;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    BERTH_SECRET: secret.toString('base64url'),
    BERTH_DATA: server.config.dataFolder,
  };
  const command = promisify(execFile)(process.execPath, [COMMAND], { env });
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  );
}

it('verifies the ledger beside the running server, and reports errors', async () => {
  const good = await run();
  expect(good).toMatchObject({ code: 0, err: '' });
  expect(good.out).toContain('2 transactions, 0 charges and 1 invoices of 1 organizations, 0 discrepancies');
  expect(good.out).toMatch(/Audit log: \d+ entries in 3 chains, 0 broken/);

  const machine = await addMachine(server, tenant);
  await rowsOf(
    server,
    `insert into audit_disputes (chain_id, machine_id, sequence, hash) values ($1, $2, 99, '\\x00')`,
    [tenant.organizationId, machine.id],
  );
  const disputed = await run();
  expect(disputed.code).toBe(1);
  expect(disputed.err).toContain(`the chain of ${tenant.organizationId} is broken`);
  expect(disputed.err).toContain(`machine ${machine.id} keeps an entry 99 that the chain lacks`);

  await rowsOf(
    server,
    `alter table audit_entries disable trigger all; alter table ledger_postings disable trigger all;
     update audit_entries set actor = 'nobody' where action = 'billing.purchase';
     delete from ledger_postings where account = 'vat'`,
  );
  const bad = await run();
  expect(bad.code).toBe(1);
  expect(bad.err).toContain('a transaction does not add up to zero');
  expect(bad.err).toMatch(/the chain of [0-9a-f-]{36} is broken at entry \d/);
  expect(bad.out).toContain('1 broken');
});
