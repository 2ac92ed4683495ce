import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import type { Database, Tx } from '../../db/connection.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PaymentProvider } from '../../platform/payment/payment.ts';
import type { ItemPrice } from './charging/price-list.ts';

/** Net prices in the currency's smallest unit. */
export interface Prices {
  /** Credits per machine and 30 days. */
  readonly proCredits: number;
  readonly credit: number;
  readonly currency: string;
  /** The VAT rate in the seller's country, in percent. */
  readonly vatPercent: number;
}

/** A company on an invoice. */
export interface Company {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly vatId: string;
  readonly email: string;
}

/** The operator of the server, who sells the credits. */
export interface Seller extends Company {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
}

export interface BillingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly prices: Prices;
  /** Prices of each item by machine variant. */
  readonly priceList: readonly ItemPrice[];
  readonly seller: Seller;
  readonly provider: PaymentProvider;
  /** The console page that payers return to. */
  readonly returnUrl: string;
  readonly tierOf: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  /** Returns the tier and locks it until the transaction ends. */
  readonly lockTier: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  readonly setTier: (tx: Tx, organizationId: OrganizationId, tier: MgmtTier) => Promise<void>;
  readonly recordWork: RecordWork;
}
