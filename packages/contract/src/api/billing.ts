import Type from 'typebox';
import { OrganizationIdSchema } from '../ids.ts';
import { MGMT_TIERS, OPEN_TIERS } from '../limits.ts';
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
import { endpoint } from './declare.ts';
import { Binary, closed, FilterQuery, Instant, nullable } from './parts.ts';

const uuid = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
const Line = Type.String({ minLength: 1, maxLength: 128, pattern: '^(?=.*\\S)[^\\x00-\\x1f\\x7f]*$' });
const Credits = Type.Integer({ minimum: 1, maximum: PURCHASE_CREDITS_MAX });
/** Amounts are in the currency's smallest unit. */
const Amount = Type.Integer();

/** Who gets the invoices. */
export const BillingDetails = closed({
  company: Line,
  email: Type.String(EMAIL),
  street: Line,
  postcode: Type.String({ minLength: 1, maxLength: 16, pattern: '^(?=.*\\S)[^\\x00-\\x1f\\x7f]*$' }),
  city: Line,
  /** ISO 3166-1 alpha-2. */
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  /** Without blanks, dots and hyphens; null while unknown. */
  vatId: nullable(Type.String({ minLength: 4, maxLength: 32, pattern: '^[A-Za-z0-9 .\\-]+$' })),
});
export type BillingDetails = Type.Static<typeof BillingDetails>;

/** As stored: normalized, which may change a text's length. */
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
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const BillingAccount = closed({
  state: Type.Enum([...BILLING_STATES]),
  missing: Type.Array(Type.Enum([...BILLING_REQUIREMENTS])),
  /** The only person who manages the account; others are told to contact them. */
  administrator: nullable(closed({ email: Type.String() })),
  /** Whether the caller is that person. */
  manageable: Type.Boolean(),
  details: nullable(KeptDetails),
  vatState: nullable(Type.Enum([...VAT_STATES])),
  /** `label` lets the payer recognize it, such as the last digits of a card. */
  paymentMethod: nullable(closed({ kind: Type.Enum([...PAYMENT_KINDS]), label: Type.String() })),
  /** The payment kind that this server offers. */
  paymentKind: Type.Enum([...PAYMENT_KINDS]),
});
export type BillingAccount = Type.Static<typeof BillingAccount>;

/** Visible to the billing administrator only. */
const managed = ['billing-not-set-up', 'not-billing-administrator'] as const;

export const readBilling = endpoint('GET /organizations/{id}/billing', {
  id: 'billing.read',
  summary: 'Read the billing account of an organization; its state is none if there is no account',
  permission: 'billing.read',
  reply: BillingAccount,
});

export const createBilling = endpoint('POST /organizations/{id}/billing', {
  id: 'billing.create',
  summary: 'Create the billing account; the caller becomes its billing administrator',
  permission: 'billing.write',
  body: BillingDetails,
  reply: BillingAccount,
  status: 201,
  errors: ['billing-already-set-up'],
});

export const changeBilling = endpoint('PUT /organizations/{id}/billing', {
  id: 'billing.change',
  summary: 'Change the invoice recipient. Requires the billing administrator',
  permission: 'billing.write',
  body: BillingDetails,
  reply: BillingAccount,
  errors: managed,
});

export const setUpPayment = endpoint('POST /organizations/{id}/billing/payment-method', {
  id: 'billing.setUpPayment',
  summary: "Set the payment method, at once or on the payment provider's page. Requires the billing administrator",
  permission: 'billing.write',
  reply: closed({
    /** URL where the payer enters their card; null if nothing is left to do. */
    url: nullable(Type.String()),
    account: BillingAccount,
  }),
  errors: [...managed, 'payment-failed'],
});

export const readBillingInformation = endpoint('GET /organizations/{id}/billing-information', {
  id: 'billing.information',
  summary: 'Read the credit balance, its use, and when it runs out',
  permission: 'billing.read',
  reply: BillingInformation,
});

/** The selectable tiers, by name or number (spec chapter 3). */
const tierReply = closed({ mgmtTier: Type.Enum([...MGMT_TIERS]) });
const tierErrors = ['billing-not-set-up', 'insufficient-credits', 'tier-set-by-operator'] as const;

export const changeTierByQuery = endpoint('GET /organizations/{id}/mgmt-tier', {
  id: 'billing.tier',
  summary: 'Switch the management tier; same as the POST call, for older clients',
  changes: true,
  permission: 'billing.write',
  rate: 'write',
  query: closed({ mgmtTier: Type.Enum([...OPEN_TIERS, '1', '2']) }),
  reply: tierReply,
  errors: tierErrors,
});

export const changeTier = endpoint('POST /organizations/{id}/mgmt-tier', {
  id: 'billing.changeTier',
  summary: 'Switch the management tier. Pro requires a billing account and credits for the first period',
  permission: 'billing.write',
  body: closed({ mgmtTier: Type.Enum([...OPEN_TIERS]) }),
  reply: tierReply,
  errors: tierErrors,
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

export const quoteCredits = endpoint('GET /organizations/{id}/billing/quote', {
  id: 'billing.quote',
  summary: "Quote a number of credits, with VAT for the account's country",
  permission: 'billing.read',
  query: closed({ credits: Credits }),
  reply: Quote,
  errors: ['billing-not-set-up'],
});

export const PURCHASE_STATES = ['awaiting-payment', 'processing', 'action-required', 'paid', 'failed'] as const;

export const Purchase = closed({
  id: uuid,
  ...Quote.properties,
  status: Type.Enum([...PURCHASE_STATES]),
  /** URL where the payer has to confirm the payment; null if not required. */
  actionUrl: nullable(Type.String()),
  invoiceNumber: nullable(Type.String()),
  requestedBy: Type.String(),
  createdAt: Instant,
  /** When the credits were granted. */
  paidAt: nullable(Instant),
});
export type Purchase = Type.Static<typeof Purchase>;

export const purchaseCredits = endpoint('POST /organizations/{id}/billing/purchases', {
  id: 'billing.purchase',
  summary: 'Buy credits. Repeating the call with the same key buys nothing more. Requires the billing administrator',
  permission: 'billing.write',
  body: closed({ credits: Credits, /** Made by the caller, once for each intention to buy. */ key: uuid }),
  reply: Purchase,
  status: 201,
  errors: [...managed, 'payment-failed', 'purchase-key-reused'],
});

export const listPurchases = endpoint('GET /organizations/{id}/billing/purchases', {
  id: 'billing.purchases',
  summary: 'List credit purchases, newest first',
  permission: 'billing.read',
  query: FilterQuery,
  reply: Type.Array(Purchase),
});

export const UsageRow = closed({
  time: Instant,
  type: Type.Enum([...USAGE_TYPES]),
  /** Language-independent: a machine's name, the number of an invoice, a reason. */
  description: Type.String(),
  /** Positive for added, negative for used credits; 0 is free. */
  credits: Type.Integer(),
  /** pro, or an app's key; null if not used by a machine. */
  item: nullable(Type.String()),
  machineId: nullable(Type.String()),
});
export type UsageRow = Type.Static<typeof UsageRow>;

export const listUsage = endpoint('GET /organizations/{id}/billing/usage', {
  id: 'billing.usage',
  summary: 'List credit transactions, newest first',
  permission: 'billing.read',
  query: FilterQuery,
  reply: Type.Array(UsageRow),
});

export const InvoiceSummary = closed({
  number: Type.String(),
  kind: Type.Enum([...INVOICE_KINDS]),
  /** The invoice corrected by a credit note. */
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

export const listInvoices = endpoint('GET /organizations/{id}/billing/invoices', {
  id: 'billing.invoices',
  summary: 'List invoices and credit notes, newest first',
  permission: 'billing.read',
  query: FilterQuery,
  reply: Type.Array(InvoiceSummary),
});

const InvoiceNumber = Type.String({ pattern: '^[0-9]{4}-[0-9]{6}$' });

export const downloadInvoice = endpoint('GET /organizations/{id}/billing/invoices/{number}/pdf', {
  id: 'billing.invoice',
  summary: 'Download an invoice as PDF/A-3 with embedded factur-x.xml (EN 16931)',
  permission: 'billing.read',
  params: { number: InvoiceNumber },
  reply: Binary,
  replyTypes: ['application/pdf'],
});

/** Platform administrators belong to no tenant: the handler checks their token. */
export const listOpenInvoices = endpoint('GET /platform/invoices', {
  id: 'billing.openInvoices',
  summary: 'List invoices that await a bank transfer. Requires a platform administrator',
  reply: Type.Array(
    closed({ ...InvoiceSummary.properties, organizationId: OrganizationIdSchema, company: Type.String() }),
  ),
  errors: ['forbidden'],
});

export const bookPayment = endpoint('POST /platform/invoices/{number}/payment', {
  id: 'billing.bookPayment',
  summary: 'Book the bank transfer for an invoice and grant its credits. Requires a platform administrator',
  params: { number: InvoiceNumber },
  body: closed({ /** What was received; it must be the invoice’s sum. */ amount: Amount, reference: Line }),
  reply: InvoiceSummary,
  errors: ['forbidden', 'not-found', 'not-an-invoice', 'wrong-payment-amount', 'payment-already-booked'],
});

export const bookRefund = endpoint('POST /platform/invoices/{number}/refund', {
  id: 'billing.bookRefund',
  summary:
    'Book the refund of a bank transfer: its credits are removed and a credit note is issued. Repeating the call with the same reference books nothing more. Requires a platform administrator',
  params: { number: InvoiceNumber },
  body: closed({ amount: Type.Integer({ minimum: 1 }), reference: Line }),
  reply: InvoiceSummary,
  errors: [
    'forbidden',
    'not-found',
    'not-an-invoice',
    'invoice-not-paid',
    'paid-by-card',
    'refund-too-large',
    'refund-reference-reused',
  ],
});

export const grantCredits = endpoint('POST /platform/organizations/{id}/credits', {
  id: 'billing.grantCredits',
  summary: 'Grant or revoke credits, with a reason. Requires a platform administrator',
  params: { id: OrganizationIdSchema },
  body: closed({
    credits: Type.Integer({ minimum: -PURCHASE_CREDITS_MAX, maximum: PURCHASE_CREDITS_MAX }),
    reason: Line,
    key: uuid,
  }),
  reply: closed({ credits: Type.Integer() }),
  errors: ['forbidden', 'not-found', 'insufficient-credits'],
});

export const changeBillingAdministrator = endpoint('PUT /platform/organizations/{id}/billing-administrator', {
  id: 'billing.changeAdministrator',
  summary: 'Change the billing administrator. Requires a platform administrator',
  params: { id: OrganizationIdSchema },
  body: closed({ email: Type.String(EMAIL) }),
  reply: closed({ email: Type.String() }),
  errors: ['forbidden', 'not-found'],
});
