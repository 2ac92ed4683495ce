import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { MGMT_TIERS } from '../limits.ts';
import {
  BILLING_REQUIREMENTS,
  BILLING_STATES,
  INVOICE_KINDS,
  PURCHASE_CREDITS_MAX,
  USAGE_TYPES,
  VAT_STATES,
  VAT_TREATMENTS,
} from '../rules/billing.ts';
import { EMAIL } from '../rules/text.ts';
import { BillingInformation } from './billing-information.ts';
import { endpoint } from './endpoint.ts';
import { Binary, closed, Empty, FilterQuery, Instant, Nothing } from './parts.ts';

const uuid = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
const Line = Type.String({ minLength: 1, maxLength: 128, pattern: '^(?=.*\\S)[^\\x00-\\x1f\\x7f]*$' });
const Credits = Type.Integer({ minimum: 1, maximum: PURCHASE_CREDITS_MAX });
/** Sums are in the currency's smallest unit. */
const Amount = Type.Integer();

function nullable<Schema extends Type.TSchema>(schema: Schema): Type.TUnion<[Schema, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** Who gets the invoices. */
export const BillingDetails = closed({
  company: Line,
  email: Type.String(EMAIL),
  street: Line,
  postcode: Type.String({ minLength: 1, maxLength: 16, pattern: '^(?=.*\\S)[^\\x00-\\x1f\\x7f]*$' }),
  city: Line,
  /** ISO 3166-1 alpha-2. */
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  /** Blanks, dots and hyphens are left out of it; null while it is not known. */
  vatId: nullable(Type.String({ minLength: 4, maxLength: 32, pattern: '^[A-Za-z0-9 .\\-]+$' })),
});
export type BillingDetails = Type.Static<typeof BillingDetails>;

/** As it is kept: normalised, which may change the length of a text. */
const KeptDetails = closed({
  company: Type.String(),
  email: Type.String(),
  street: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  country: Type.String(),
  vatId: nullable(Type.String()),
});

export const PAYMENT_KINDS = ['bank-transfer', 'card'] as const;

export const BillingAccount = closed({
  state: Type.Enum([...BILLING_STATES]),
  missing: Type.Array(Type.Enum([...BILLING_REQUIREMENTS])),
  /** Who made the account and alone manages it; others are told to contact them. */
  administrator: nullable(closed({ email: Type.String() })),
  /** Whether the caller is that person. */
  manageable: Type.Boolean(),
  details: nullable(KeptDetails),
  vatState: nullable(Type.Enum([...VAT_STATES])),
  /** `label` is what the payer recognises it by, such as the last digits of a card. */
  paymentMethod: nullable(closed({ kind: Type.Enum([...PAYMENT_KINDS]), label: Type.String() })),
  /** The way to pay that this server offers. */
  paymentKind: Type.Enum([...PAYMENT_KINDS]),
});
export type BillingAccount = Type.Static<typeof BillingAccount>;

const inOrganization = {
  params: closed({ id: OrganizationIdSchema }),
  query: Nothing,
  authentication: 'user',
  tenant: { kind: 'organization', param: 'id' },
} as const;
const read = {
  ...inOrganization,
  method: 'GET',
  body: Empty,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'billing.read',
  rate: 'read',
} as const;
const write = { ...inOrganization, permission: 'billing.write', rate: 'write' } as const;
/** For the billing administrator alone. */
const managed = ['not-found', 'forbidden', 'billing-not-set-up', 'not-billing-administrator'] as const;

export const readBilling = endpoint({
  ...read,
  id: 'billing.read',
  path: '/organizations/{id}/billing',
  summary: "An organisation's billing account; state none where nobody made one",
  reply: BillingAccount,
});

export const createBilling = endpoint({
  ...write,
  id: 'billing.create',
  method: 'POST',
  path: '/organizations/{id}/billing',
  summary: 'Make the billing account; the caller becomes its billing administrator',
  body: BillingDetails,
  reply: BillingAccount,
  status: 201,
  errors: ['not-found', 'forbidden', 'billing-already-set-up'],
});

export const changeBilling = endpoint({
  ...write,
  id: 'billing.change',
  method: 'PUT',
  path: '/organizations/{id}/billing',
  summary: 'Change who gets the invoices. For the billing administrator',
  body: BillingDetails,
  reply: BillingAccount,
  status: 200,
  errors: [...managed],
});

export const setUpPayment = endpoint({
  ...write,
  id: 'billing.setUpPayment',
  method: 'POST',
  path: '/organizations/{id}/billing/payment-method',
  summary: 'Choose how to pay: done at once, or on the page of the payment provider. For the billing administrator',
  body: Empty,
  reply: closed({
    /** Where the payer enters their card; null where nothing is left to do. */
    url: nullable(Type.String()),
    account: BillingAccount,
  }),
  status: 200,
  errors: [...managed, 'payment-failed'],
});

export const readBillingInformation = endpoint({
  ...read,
  id: 'billing.information',
  path: '/organizations/{id}/billing-information',
  summary: 'Credits, what they are used for, and when they end',
  reply: BillingInformation,
});

/** The tiers that can be chosen, by name or by number (spec chapter 3). */
const tierReply = closed({ mgmtTier: Type.Enum([...MGMT_TIERS]) });
const tierErrors = [
  'not-found',
  'forbidden',
  'billing-not-set-up',
  'insufficient-credits',
  'tier-set-by-operator',
] as const;

export const changeTierByQuery = endpoint({
  ...write,
  id: 'billing.tier',
  method: 'GET',
  changes: true,
  path: '/organizations/{id}/mgmt-tier',
  summary: 'Switch the management tier (as the specification asks; clients use the POST twin)',
  query: closed({ mgmtTier: Type.Enum(['free', 'pro', '1', '2']) }),
  body: Empty,
  reply: tierReply,
  status: 200,
  errors: [...tierErrors],
});

export const changeTier = endpoint({
  ...write,
  id: 'billing.changeTier',
  method: 'POST',
  path: '/organizations/{id}/mgmt-tier',
  summary: 'Switch the management tier. Pro needs an account that is set up, and credits for the first period',
  body: closed({ mgmtTier: Type.Enum(['free', 'pro']) }),
  reply: tierReply,
  status: 200,
  errors: [...tierErrors],
});

export const Quote = closed({
  credits: Type.Integer(),
  net: Amount,
  vat: Amount,
  /** In percent. */
  vatRate: Type.Number(),
  vatTreatment: Type.Enum([...VAT_TREATMENTS]),
  gross: Amount,
  currency: Type.String(),
});
export type Quote = Type.Static<typeof Quote>;

export const quoteCredits = endpoint({
  ...read,
  id: 'billing.quote',
  path: '/organizations/{id}/billing/quote',
  summary: 'What a number of credits costs, with VAT for the country of the account',
  query: closed({ credits: Credits }),
  reply: Quote,
  errors: ['not-found', 'forbidden', 'billing-not-set-up'],
});

export const PURCHASE_STATES = ['awaiting-payment', 'processing', 'action-required', 'paid', 'failed'] as const;

export const Purchase = closed({
  id: uuid,
  ...Quote.properties,
  status: Type.Enum([...PURCHASE_STATES]),
  /** Where the payer has to confirm the payment; null where they need not. */
  actionUrl: nullable(Type.String()),
  invoiceNumber: nullable(Type.String()),
  requestedBy: Type.String(),
  createdAt: Instant,
  /** When the credits came. */
  paidAt: nullable(Instant),
});
export type Purchase = Type.Static<typeof Purchase>;

export const purchaseCredits = endpoint({
  ...write,
  id: 'billing.purchase',
  method: 'POST',
  path: '/organizations/{id}/billing/purchases',
  summary: 'Buy credits. Repeating it with the same key buys nothing more. For the billing administrator',
  body: closed({ credits: Credits, /** Made by the caller, once for each intention to buy. */ key: uuid }),
  reply: Purchase,
  status: 201,
  errors: [...managed, 'payment-failed', 'purchase-key-reused'],
});

export const listPurchases = endpoint({
  ...read,
  id: 'billing.purchases',
  path: '/organizations/{id}/billing/purchases',
  summary: 'Purchases of credits, the newest first',
  query: FilterQuery,
  reply: Type.Array(Purchase),
  errors: ['not-found', 'forbidden', 'invalid-filter'],
});

export const UsageRow = closed({
  time: Instant,
  type: Type.Enum([...USAGE_TYPES]),
  /** What it was for, in no language: a machine's name, the number of an invoice, a reason. */
  description: Type.String(),
  /** What was added, or less than 0 what was used; 0 is free. */
  credits: Type.Integer(),
  /** pro, or an app's key; null where no machine used it. */
  item: nullable(Type.String()),
  machineId: nullable(Type.String()),
});
export type UsageRow = Type.Static<typeof UsageRow>;

export const listUsage = endpoint({
  ...read,
  id: 'billing.usage',
  path: '/organizations/{id}/billing/usage',
  summary: 'What credits were bought and used for, the newest first',
  query: FilterQuery,
  reply: Type.Array(UsageRow),
  errors: ['not-found', 'forbidden', 'invalid-filter'],
});

export const InvoiceSummary = closed({
  number: Type.String(),
  kind: Type.Enum([...INVOICE_KINDS]),
  /** The invoice that a credit note corrects. */
  corrects: nullable(Type.String()),
  issuedAt: Instant,
  dueAt: Instant,
  paidAt: nullable(Instant),
  net: Amount,
  vat: Amount,
  gross: Amount,
  currency: Type.String(),
});
export type InvoiceSummary = Type.Static<typeof InvoiceSummary>;

export const listInvoices = endpoint({
  ...read,
  id: 'billing.invoices',
  path: '/organizations/{id}/billing/invoices',
  summary: 'Invoices and credit notes, the newest first',
  query: FilterQuery,
  reply: Type.Array(InvoiceSummary),
  errors: ['not-found', 'forbidden', 'invalid-filter'],
});

const InvoiceNumber = Type.String({ pattern: '^[0-9]{4}-[0-9]{6}$' });

export const downloadInvoice = endpoint({
  ...read,
  id: 'billing.invoice',
  path: '/organizations/{id}/billing/invoices/{number}/pdf',
  summary: 'An invoice as PDF/A-3 with its data as factur-x.xml inside (EN 16931)',
  params: closed({ id: OrganizationIdSchema, number: InvoiceNumber }),
  reply: Binary,
  replyTypes: ['application/pdf'],
});

/** Platform administrators belong to no tenant: the handler checks what their token says. */
const platform = {
  params: Nothing,
  query: Nothing,
  authentication: 'user',
  permission: null,
  tenant: { kind: 'none' },
} as const;

export const listOpenInvoices = endpoint({
  ...platform,
  id: 'billing.openInvoices',
  method: 'GET',
  path: '/platform/invoices',
  summary: 'Invoices that wait for their bank transfer. For platform administrators',
  body: Empty,
  reply: Type.Array(
    closed({ ...InvoiceSummary.properties, organizationId: OrganizationIdSchema, company: Type.String() }),
  ),
  status: 200,
  errors: ['forbidden'],
  rate: 'read',
});

export const bookPayment = endpoint({
  ...platform,
  id: 'billing.bookPayment',
  method: 'POST',
  path: '/platform/invoices/{number}/payment',
  summary: 'Book the bank transfer that paid an invoice: its credits arrive. For platform administrators',
  params: closed({ number: InvoiceNumber }),
  body: closed({ /** What was received; it must be the invoice’s sum. */ amount: Amount, reference: Line }),
  reply: InvoiceSummary,
  status: 200,
  errors: ['forbidden', 'not-found', 'not-an-invoice', 'wrong-payment-amount', 'payment-already-booked'],
  rate: 'write',
});

export const bookRefund = endpoint({
  ...platform,
  id: 'billing.bookRefund',
  method: 'POST',
  path: '/platform/invoices/{number}/refund',
  summary:
    'Book money of a paid bank transfer that was sent back: its credits go, a credit note is issued. Repeating it with the same reference books nothing more. For platform administrators',
  params: closed({ number: InvoiceNumber }),
  body: closed({ amount: Type.Integer({ minimum: 1 }), reference: Line }),
  reply: InvoiceSummary,
  status: 200,
  errors: ['forbidden', 'not-found', 'not-an-invoice', 'invoice-not-paid', 'paid-by-card', 'refund-too-large'],
  rate: 'write',
});

export const grantCredits = endpoint({
  ...platform,
  id: 'billing.grantCredits',
  method: 'POST',
  path: '/platform/organizations/{id}/credits',
  summary: 'Give credits, or take them back, for a reason. For platform administrators',
  params: closed({ id: OrganizationIdSchema }),
  body: closed({
    credits: Type.Integer({ minimum: -PURCHASE_CREDITS_MAX, maximum: PURCHASE_CREDITS_MAX }),
    reason: Line,
    key: uuid,
  }),
  reply: closed({ credits: Type.Integer() }),
  status: 200,
  errors: ['forbidden', 'not-found', 'insufficient-credits'],
  rate: 'write',
});

export const changeBillingAdministrator = endpoint({
  ...platform,
  id: 'billing.changeAdministrator',
  method: 'PUT',
  path: '/platform/organizations/{id}/billing-administrator',
  summary:
    'Make another member the billing administrator (spec chapter 6: only support may). For platform administrators',
  params: closed({ id: OrganizationIdSchema }),
  body: closed({ email: Type.String(EMAIL) }),
  reply: closed({ email: Type.String() }),
  status: 200,
  errors: ['forbidden', 'not-found'],
  rate: 'write',
});
