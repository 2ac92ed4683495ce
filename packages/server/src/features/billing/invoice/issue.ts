import { randomUUID } from 'node:crypto';
import type { InvoiceKind } from '@berth/contract/rules/billing';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { AccountRow } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { post, transfer } from '../ledger/post.ts';
import { changePurchase, type PurchaseRow } from '../purchase/store.ts';
import { type InvoiceDocument, invoiceLanguage } from './document.ts';
import { findInvoice, insertInvoice } from './store.ts';

const DUE_DAYS = 14;
const DAY_MS = 86_400_000;

type IssueDeps = Pick<BillingDeps, 'clock' | 'seller' | 'prices' | 'provider'>;

/** Issues the invoice of a purchase under the next number and books the receivable. Returns the number. */
export async function issueInvoice(
  tx: Tx,
  deps: IssueDeps,
  account: AccountRow,
  purchase: PurchaseRow,
): Promise<string> {
  const { organization_id: organizationId, credits, net, vat, currency } = purchase;
  const { buyer, language } = buyerOf(account);
  const number = await issue(tx, deps, purchase, 'invoice', {
    ...termsOf(purchase),
    language,
    seller: deps.seller,
    buyer,
    credits,
    unitPrice: deps.prices.credit,
    net,
    vat,
    gross: net + vat,
    payment: deps.provider.kind,
  });
  await changePurchase(tx, purchase, { invoice_number: number });
  await post(tx, organizationId, [
    {
      id: randomUUID(),
      key: `invoice:${number}`,
      kind: 'invoice',
      description: number,
      author: purchase.requested_by,
      at: deps.clock.now(),
      postings: [...transfer(currency, 'sales', 'receivable', net), ...transfer(currency, 'vat', 'receivable', vat)],
    },
  ]);
  return number;
}

interface Correction {
  readonly purchase: PurchaseRow;
  /** The reversed part of the purchase. */
  readonly share: { readonly net: number; readonly vat: number; readonly credits: number };
}

/** Issues the credit note for the reversed part, to the recipient of the invoice. Returns the number. */
export async function issueCreditNote(tx: Tx, deps: IssueDeps, correction: Correction): Promise<string> {
  const { purchase, share } = correction;
  const { organization_id: organizationId, invoice_number: corrected } = purchase;
  const invoice = corrected === null ? undefined : await findInvoice(tx, organizationId, corrected);
  if (!invoice) throw new Error('A refunded purchase has no invoice');
  const { number, issued, language, seller, buyer, unitPrice, payment } = invoice.document;
  const { net, vat, credits } = share;
  return issue(tx, deps, purchase, 'credit-note', {
    ...termsOf(purchase),
    language,
    seller,
    buyer,
    credits,
    unitPrice,
    net,
    vat,
    gross: net + vat,
    payment,
    corrects: { number, issued },
  });
}

type Content = Omit<InvoiceDocument, 'number' | 'issued' | 'due'>;

async function issue(
  tx: Tx,
  { clock }: Pick<BillingDeps, 'clock'>,
  { organization_id: organizationId, purchase_id: purchaseId }: PurchaseRow,
  kind: InvoiceKind,
  content: Content,
): Promise<string> {
  const now = clock.now();
  const issuedAt = new Date(now).toISOString();
  // The amount of a credit note is already returned.
  const dueAt = kind === 'credit-note' ? issuedAt : new Date(now + DUE_DAYS * DAY_MS).toISOString();
  const number = await nextNumber(tx, new Date(now).getUTCFullYear());
  const document = { number, issued: issuedAt.slice(0, 10), due: dueAt.slice(0, 10), ...content };
  const paidAt = kind === 'credit-note' ? issuedAt : null;
  await insertInvoice(tx, { organizationId, number, purchaseId, kind, issuedAt, dueAt, paidAt, document });
  return number;
}

function termsOf({ vat_percent, vat_treatment, currency }: PurchaseRow) {
  return { vatPercent: vat_percent, vatTreatment: vat_treatment, currency };
}

function buyerOf(account: AccountRow) {
  const { company, street, postcode, city, country, email, vat_id } = account;
  const buyer = { company, street, postcode, city, country, email, vatId: vat_id ?? '' };
  return { buyer, language: invoiceLanguage(country) };
}

async function nextNumber(tx: Tx, year: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`select next_invoice_number(${year}) as number`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The database returned no invoice number');
  return row.number;
}
