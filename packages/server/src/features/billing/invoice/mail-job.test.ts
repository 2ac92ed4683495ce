import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookRefund, listInvoices } from '@berth/contract/api/billing';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logger.ts';
import type { Mail } from '../../../platform/mail.ts';
import { buyCredits, setUpBilling } from '../../../testing/commerce.ts';
import { createTenant } from '../../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../../testing/server.ts';
import { mailInvoices } from './mail-job.ts';

let server: TestServer;
let quiet: TestServer;
beforeAll(async () => {
  server = await bootServer();
  quiet = await bootServer({ tuning: { jobs: false } });
});
afterAll(async () => {
  await server?.stop();
  await quiet?.stop();
});

function outbox(): string[] {
  const folder = join(server.config.dataFolder, 'outbox');
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
}

function attachmentOf(message: string): Buffer {
  const [, body = ''] = message.split(/Content-Disposition: attachment[\s\S]*?\r?\n\r?\n/);
  return Buffer.from(body.split('\r\n--')[0] ?? '', 'base64');
}

it('mails each invoice and credit note as PDF to the invoice address', async () => {
  const tenant = await createTenant(server, 'free');
  await setUpBilling(server, tenant, { email: 'buchhaltung@example.org' });
  const number = await buyCredits(server, tenant, 3);
  const { token } = await server.person({ permissions: [PLATFORM_ADMIN] });
  const refund = { params: { number }, token, body: { amount: 119, reference: 'R' } };
  const { number: note } = (await server.call(bookRefund, refund)).reply;
  const mails = await eventually(async () => {
    const found = outbox().filter((mail) => mail.includes('To: buchhaltung@example.org'));
    expect(found).toHaveLength(2);
    return found;
  });
  for (const each of [number, note]) {
    const mail = mails.find((text) => text.includes(`${each}.pdf`)) ?? '';
    expect(attachmentOf(mail).subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(mail).toContain('application/pdf');
  }
});

it('retries while the mail server is unavailable, and sends nothing twice', async () => {
  const tenant = await createTenant(quiet, 'free');
  await setUpBilling(quiet, tenant);
  await buyCredits(quiet, tenant, 3);
  const [invoice] = (
    await quiet.call(listInvoices, { params: { id: tenant.organizationId }, token: tenant.owner.token })
  ).reply;
  const sent: Mail[] = [];
  let away = true;
  let ahead = 0;
  const deps = {
    db: quiet.database.db,
    clock: { now: () => Date.now() + ahead },
    logger: createLogger('silent'),
    mailer: {
      send: async (mail: Mail) => {
        if (away) throw new Error('away');
        sent.push(mail);
      },
    },
  };
  await mailInvoices(deps);
  away = false;
  await mailInvoices(deps);
  expect(sent).toEqual([]);
  ahead = 61_000;
  // Two nodes concurrently: one of them sends it.
  await Promise.all([mailInvoices(deps), mailInvoices(deps)]);
  ahead = 86_400_000;
  await mailInvoices(deps);
  expect(sent.map(({ subject, to }) => [subject.split(' · ')[0], to])).toEqual([
    [`Rechnung ${invoice?.number}`, 'einkauf@example.org'],
  ]);
});
