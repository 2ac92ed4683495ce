import type { Seller } from '../features/billing/deps.ts';
import type { Variables } from './variables.ts';

/** The operator's prices and company. */
export interface BillingConfig {
  /** Net price of a credit in the currency's smallest unit. */
  readonly creditPrice: number;
  /** ISO 4217, with two decimal places. */
  readonly currency: string;
  /** The VAT rate in the seller's country, in percent. */
  readonly vatPercent: number;
  readonly seller: Seller;
  /** The European Commission's VAT ID service; undefined: IDs are not looked up. */
  readonly vatService: string | undefined;
  /** Card payments through Stripe; undefined: invoices paid by bank transfer. */
  readonly stripe: StripeConfig | undefined;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Overrides the address of Stripe's API. */
  readonly api: URL | undefined;
}

const VAT_SERVICE = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';
const SELLER_FIELDS = ['name', 'street', 'postcode', 'city', 'country', 'vatId', 'email', 'iban'] as const;

/** The seller on invoices until the operator configures one. */
const UNCONFIGURED_SELLER: Seller = {
  name: 'BERTH_SELLER is not set',
  street: '-',
  postcode: '-',
  city: '-',
  country: 'DE',
  vatId: '-',
  email: 'berth@localhost.invalid',
  iban: '-',
  bic: '',
};

/** Reads BERTH_CREDIT_PRICE and the other billing variables. */
export function readBilling(variables: Variables): BillingConfig {
  const { text } = variables;
  const service = text('BERTH_VAT_SERVICE');
  return {
    creditPrice: variables.integer('BERTH_CREDIT_PRICE', { min: 1, max: 1_000_000 }, 100),
    currency: readCurrency(variables),
    vatPercent: variables.integer('BERTH_VAT_PERCENT', { min: 0, max: 100 }, 19),
    seller: readSeller(variables),
    vatService:
      service === 'none' ? undefined : (variables.url('BERTH_VAT_SERVICE', ['https:', 'http:'])?.href ?? VAT_SERVICE),
    stripe: readStripe(variables),
  };
}

function readCurrency(variables: Variables): string {
  const currency = variables.text('BERTH_CURRENCY') ?? 'EUR';
  const known = Intl.supportedValuesOf('currency').includes(currency);
  const places = known && new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  if (places && places.maximumFractionDigits === 2) return currency;
  variables.fault('BERTH_CURRENCY', 'an ISO 4217 code of a currency with two decimal places, such as EUR');
  return 'EUR';
}

function readSeller(variables: Variables): Seller {
  const value = variables.text('BERTH_SELLER');
  if (value === undefined) return UNCONFIGURED_SELLER;
  const seller = parseObject(value);
  const complete = SELLER_FIELDS.every((field) => typeof seller[field] === 'string' && seller[field] !== '');
  if (!complete || !/^[A-Z]{2}$/.test(String(seller.country))) {
    variables.fault('BERTH_SELLER', `JSON with the texts ${SELLER_FIELDS.join(', ')} (country: two capitals)`);
    return UNCONFIGURED_SELLER;
  }
  const at = (field: keyof Seller) => String(seller[field] ?? '');
  return {
    name: at('name'),
    street: at('street'),
    postcode: at('postcode'),
    city: at('city'),
    country: at('country'),
    vatId: at('vatId'),
    email: at('email'),
    iban: at('iban'),
    bic: at('bic'),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function readStripe(variables: Variables): StripeConfig | undefined {
  const secretKey = variables.text('BERTH_STRIPE_KEY');
  const webhookSecret = variables.text('BERTH_STRIPE_WEBHOOK_SECRET');
  if (secretKey !== undefined && webhookSecret === undefined) {
    variables.fault('BERTH_STRIPE_WEBHOOK_SECRET', 'set together with BERTH_STRIPE_KEY');
  }
  const api = variables.url('BERTH_STRIPE_API', ['https:', 'http:']);
  return secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret, api };
}
