import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mail, Mailer } from '../../../platform/mail.ts';
import { textsIn } from '../../../texts/texts.ts';
import type { BillingDeps } from '../deps.ts';
import type { InvoiceDocument } from './document.ts';
import { invoicePdf } from './pdf.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 10;
const MINUTE_MS = 60_000;
const WAIT_MAX_MINUTES = 1_440;

interface InvoiceMailDeps extends Pick<BillingDeps, 'db' | 'clock'> {
  readonly mailer: Mailer;
  readonly logger: Logger;
}

interface Due {
  readonly organizationId: OrganizationId;
  readonly number: string;
  readonly attempts: number;
  readonly document: InvoiceDocument;
}

/**
 * Mails the pending invoices and credit notes. Each is claimed by one server; a crashed server's claims expire. An
 * unavailable mail server is retried after 1, 2, 4 … minutes, at most a day.
 */
export async function mailInvoices({ db, clock, mailer, logger }: InvoiceMailDeps): Promise<void> {
  for (const due of await asSystem(db, (tx) => claim(tx, new Date(clock.now())))) {
    try {
      await mailer.send(await invoiceMail(due.document));
      await inTenant(db, due, (tx) => saveNext(tx, due, null));
    } catch (error) {
      logger.warn({ err: error, number: due.number }, 'An invoice could not be mailed yet');
      const wait = Math.min(WAIT_MAX_MINUTES, 2 ** (due.attempts - 1)) * MINUTE_MS;
      await inTenant(db, due, (tx) => saveNext(tx, due, new Date(clock.now() + wait)));
    }
  }
}

export function startInvoiceMails(deps: InvoiceMailDeps): { stop(): Promise<void> } {
  return startJob('billing.mail-invoices', EVERY_MS, () => mailInvoices(deps), deps.logger);
}

async function claim(tx: Tx, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select organization_id as "organizationId", number, attempts, document
    from claim_invoice_mails(${now.toISOString()}::timestamptz, interval '15 minutes', ${AT_ONCE})`.execute(tx);
  return rows;
}

async function saveNext(tx: Tx, { organizationId, number }: Due, at: Date | null): Promise<void> {
  await tx
    .updateTable('billing_invoices')
    .set({ mail_at: at?.toISOString() ?? null })
    .where('organization_id', '=', organizationId)
    .where('number', '=', number)
    .execute();
}

/** Composes the mail to the invoice address, with the invoice or credit note as PDF. */
async function invoiceMail(invoice: InvoiceDocument): Promise<Mail> {
  const { number, gross, currency, seller, buyer, corrects } = invoice;
  const { intlTag, t } = textsIn(invoice.language);
  const sum = new Intl.NumberFormat(intlTag, { style: 'currency', currency }).format(gross / 100);
  const kind = corrects ? 'creditNote' : 'invoice';
  const opening = t(`invoices.mail.${kind}`, { number, sum });
  const closing = t('invoices.mail.closing', { seller: seller.name });
  return {
    to: buyer.email,
    subject: `${t(corrects ? 'invoices.creditNote' : 'invoices.title')} ${number} · ${seller.name}`,
    text: `${opening}\n\n${closing}\n`,
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', content: await invoicePdf(invoice) }],
  };
}
