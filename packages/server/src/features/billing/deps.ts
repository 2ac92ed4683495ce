import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import type { Database, Tx } from '../../db/connection.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PaymentProvider } from '../../platform/payment/payment.ts';
import type { ItemPrice } from './charging/price-list.ts';

/** What things cost. Money is in the currency's smallest unit, net. */
export interface Prices {
  /** Credits for each machine and 30 days. */
  readonly proCredits: number;
  readonly credit: number;
  readonly currency: string;
  /** The seller's VAT at home, in percent. */
  readonly vatPercent: number;
}

/** The operator of the server, who sells the credits. */
export interface Seller {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly vatId: string;
  readonly email: string;
  readonly iban: string;
  readonly bic: string;
}

export interface BillingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly prices: Prices;
  /** What each item costs on each kind of machine. */
  readonly priceList: readonly ItemPrice[];
  readonly seller: Seller;
  readonly provider: PaymentProvider;
  /** The page of the console that payers come back to. */
  readonly returnUrl: string;
  readonly tierOf: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  /** The same, which stays as it is until the transaction ends. */
  readonly lockTier: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  readonly setTier: (tx: Tx, organizationId: OrganizationId, tier: MgmtTier) => Promise<void>;
  readonly recordWork: RecordWork;
}
