import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { AccountRow } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { post, transfer } from '../ledger/post.ts';
import { changePurchase, type PurchaseRow } from '../purchase/store.ts';
import { type InvoiceDocument, invoiceLanguage } from './document.ts';
import { insertInvoice } from './store.ts';

const DUE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Issues the invoice of a purchase, with the next number, and books what is owed. Returns the number. */
export async function issueInvoice(
  tx: Tx,
  { clock, seller, prices, provider }: Pick<BillingDeps, 'clock' | 'seller' | 'prices' | 'provider'>,
  account: AccountRow,
  purchase: PurchaseRow,
): Promise<string> {
  const { organization_id: organizationId, credits, net, vat, currency } = purchase;
  const now = clock.now();
  const issuedAt = new Date(now).toISOString();
  const dueAt = new Date(now + DUE_DAYS * DAY_MS).toISOString();
  const number = await nextNumber(tx, new Date(now).getUTCFullYear());
  const { company, street, postcode, city, country, email } = account;
  const document: InvoiceDocument = {
    number,
    issued: issuedAt.slice(0, 10),
    due: dueAt.slice(0, 10),
    language: invoiceLanguage(country),
    seller,
    buyer: { company, street, postcode, city, country, email, vatId: account.vat_id ?? '' },
    credits,
    unitPrice: prices.credit,
    net,
    vatPercent: purchase.vat_percent,
    vatTreatment: purchase.vat_treatment,
    vat,
    gross: net + vat,
    currency,
    payment: provider.kind,
  };
  await insertInvoice(tx, { organizationId, number, purchaseId: purchase.purchase_id, issuedAt, dueAt, document });
  await changePurchase(tx, purchase, { invoice_number: number });
  await post(tx, organizationId, [
    {
      id: randomUUID(),
      key: `invoice:${number}`,
      kind: 'invoice',
      description: number,
      author: purchase.requested_by,
      at: now,
      postings: [...transfer(currency, 'sales', 'receivable', net), ...transfer(currency, 'vat', 'receivable', vat)],
    },
  ]);
  return number;
}

async function nextNumber(tx: Tx, year: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`select next_invoice_number(${year}) as number`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('There is no next invoice number');
  return row.number;
}
