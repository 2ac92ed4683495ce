import type { OrganizationId } from '@berth/contract/ids';
import type { InvoiceKind } from '@berth/contract/rules/billing';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';
import type { ListQuery } from '../../../http/filter/list-query.ts';
import type { InvoiceDocument } from './document.ts';

const COLUMNS = columnsOf('billing_invoices', [
  'organization_id',
  'number',
  'purchase_id',
  'kind',
  'issued_at',
  'due_at',
  'paid_at',
  'document',
]);
export type InvoiceRow = RowOf<typeof COLUMNS, { readonly document: InvoiceDocument }>;

interface NewInvoice {
  readonly organizationId: OrganizationId;
  readonly number: string;
  readonly purchaseId: string;
  readonly kind: InvoiceKind;
  readonly issuedAt: string;
  readonly dueAt: string;
  readonly paidAt: string | null;
  readonly document: InvoiceDocument;
}

/** Adds an invoice or credit note; it is mailed once the transaction commits. */
export async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<void> {
  const { organizationId, number, purchaseId, kind, issuedAt, dueAt, paidAt, document } = invoice;
  await sql`
    insert into billing_invoices
      (organization_id, number, purchase_id, kind, issued_at, due_at, paid_at, mail_at, document)
    values (${organizationId}, ${number}, ${purchaseId}, ${kind}, ${issuedAt}, ${dueAt}, ${paidAt}, ${issuedAt},
      ${JSON.stringify(document)}::jsonb)`.execute(tx);
}

export async function markInvoicePaid(
  tx: Tx,
  organizationId: OrganizationId,
  number: string,
  paidAt: string,
): Promise<void> {
  await tx
    .updateTable('billing_invoices')
    .set({ paid_at: paidAt })
    .where('organization_id', '=', organizationId)
    .where('number', '=', number)
    .execute();
}

export async function findInvoice(
  tx: Tx,
  organizationId: OrganizationId,
  number: string,
): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from billing_invoices where organization_id = ${organizationId} and number = ${number}`.execute(
    tx,
  );
  return rows[0];
}

export async function listInvoices(tx: Tx, organizationId: OrganizationId, query: ListQuery): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from billing_invoices i where i.organization_id = ${organizationId} and ${query.where}
    order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

/** Lists unpaid invoices of all organizations. Runs as the system. */
export async function openInvoices(tx: Tx): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`select ${COLUMNS} from open_invoices()`.execute(tx);
  return rows;
}

/** Finds the organization of an invoice. Runs as the system. */
export async function organizationOfInvoice(tx: Tx, number: string): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ place: OrganizationId | null }>`select invoice_place(${number}) as place`.execute(tx);
  return rows[0]?.place ?? undefined;
}
