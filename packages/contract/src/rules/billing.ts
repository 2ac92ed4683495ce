/** Billing: an account's states, and what can be charged (spec chapters 3 and 4; design, "credits"). */
import { CREDIT_PERIOD_DAYS } from '../limits.ts';

/** none: no account; created: incomplete; set-up: with a payment method and a VAT ID. */
export const BILLING_STATES = ['none', 'created', 'set-up'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

/** What an account lacks to be set up. */
export const BILLING_REQUIREMENTS = ['payment-method', 'vat-id'] as const;
export type BillingRequirement = (typeof BILLING_REQUIREMENTS)[number];

/**
 * The state of a VAT ID at the European Commission's service, which is often unavailable. 'not-listed': the service does
 * not know the number; 'not-covered': it does not know the country's numbers.
 */
export const VAT_STATES = ['unchecked', 'confirmed', 'not-listed', 'not-covered'] as const;
export type VatState = (typeof VAT_STATES)[number];

export interface AccountFacts {
  readonly hasPaymentMethod: boolean;
  readonly vatId: string | null;
  readonly vatState: VatState;
}

/** What an account lacks. A VAT ID that the service does not list counts as missing. */
export function missingOf({ hasPaymentMethod, vatId, vatState }: AccountFacts): BillingRequirement[] {
  const missing: BillingRequirement[] = [];
  if (!hasPaymentMethod) missing.push('payment-method');
  if (vatId === null || vatState === 'not-listed') missing.push('vat-id');
  return missing;
}

/** The state of an account; undefined for none. */
export function billingStateOf(account: AccountFacts | undefined): BillingState {
  if (!account) return 'none';
  return missingOf(account).length === 0 ? 'set-up' : 'created';
}

/** How long Pro continues after the credits ran out (design, "when credits run out"). */
export const GRACE_DAYS = 7;

const DAY_MS = 86_400_000;
export const CREDIT_PERIOD_MS = CREDIT_PERIOD_DAYS * DAY_MS;
export const GRACE_MS = GRACE_DAYS * DAY_MS;

/**
 * The warning to show or send: credits run out within the grace period's length, Pro is in its grace period, or Pro has
 * ended; undefined for none.
 *
 * @param now milliseconds since 1970.
 */
export function creditsWarning(
  { endsAt, arrears }: { readonly endsAt: string | null; readonly arrears: { readonly proUntil: string } | null },
  now: number,
): CreditsWarning | undefined {
  if (arrears) return Date.parse(arrears.proUntil) > now ? 'grace' : 'over';
  return endsAt !== null && Date.parse(endsAt) - now <= GRACE_MS ? 'ending' : undefined;
}

export const CREDITS_WARNINGS = ['ending', 'grace', 'over'] as const;
export type CreditsWarning = (typeof CREDITS_WARNINGS)[number];

/** The billing item of Pro; the others are apps, by their key in the catalog. */
export const PRO_ITEM = 'pro';

/** The console's billing page, which payers return to from the payment provider. */
export const BILLING_PAGE = '/manage/billing';

/** A credit note corrects an invoice whose payment was reversed, completely or in part. */
export const INVOICE_KINDS = ['invoice', 'credit-note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/** Rows of the usage dialog (spec chapter 3). */
export const USAGE_TYPES = ['usage-record', 'credit-purchase', 'other'] as const;

/** Maximum credits per purchase: limits the damage of a typing error. */
export const PURCHASE_CREDITS_MAX = 100_000;

/** Maximum net amount of a purchase: with any VAT it has the nine digits that payments and the database store. */
const PURCHASE_NET_MAX = 499_999_999;

/** Maximum credits per purchase at a net price per credit, which may be high. */
export function purchaseCreditsMax(creditPrice: number): number {
  return Math.min(PURCHASE_CREDITS_MAX, Math.floor(PURCHASE_NET_MAX / creditPrice));
}

/**
 * domestic: the seller's VAT; reverse-charge: a business elsewhere in the EU owes it itself (Directive 2006/112/EC,
 * articles 44 and 196); outside-scope: the buyer is outside the EU.
 */
export const VAT_TREATMENTS = ['domestic', 'reverse-charge', 'outside-scope'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
export const EU_COUNTRIES: readonly string[] = EU.split(' ');

/** The VAT of a sale between businesses; countries as ISO 3166-1 codes. */
export function vatTreatment(seller: string, buyer: string): VatTreatment {
  if (seller === buyer) return 'domestic';
  return EU_COUNTRIES.includes(seller) && EU_COUNTRIES.includes(buyer) ? 'reverse-charge' : 'outside-scope';
}

/** VAT in the currency's smallest unit, rounded half up once for the total. */
export function vatOn(net: number, percent: number): number {
  return Math.floor((net * percent + 50) / 100);
}

/** The period of the forecast of remaining credits. */
export const CREDIT_FORECAST_DAYS = 90;
