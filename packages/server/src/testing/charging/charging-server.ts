import { chargeAll } from '../../features/billing/charging/charge.ts';
import { priceList } from '../../features/billing/charging/price-list.ts';
import { lockTier } from '../../features/organizations/store.ts';
import { buyCredits, setUpBilling, switchTier } from '../commerce.ts';
import { createTenant, type Tenant } from '../fleet.ts';
import { sharedServer, type TestServer } from '../server.ts';

export const DAY = 86_400_000;

/** A server whose time the test sets. */
export interface ChargingServer {
  readonly server: TestServer;
  /** Milliseconds since 1970. */
  now(): number;
  /** Sets the server's clock ahead by so many milliseconds. */
  advance(ms: number): void;
  /** Runs the charging job once. */
  charge(): Promise<void>;
  /** A tenant in the free tier with a billing account and so many credits. */
  payer(credits: number): Promise<Tenant>;
  /** The same, in the Pro tier. */
  proTenant(credits: number): Promise<Tenant>;
}

export async function chargingServer(): Promise<ChargingServer> {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  // Without its own jobs, only the test charges.
  const server = await sharedServer({ tuning: { clock, jobs: false } });
  const payer = async (credits: number) => {
    const tenant = await createTenant(server, 'free');
    await setUpBilling(server, tenant);
    await buyCredits(server, tenant, credits);
    return tenant;
  };
  return {
    server,
    now: clock.now,
    advance: (ms) => {
      ahead += ms;
    },
    charge: () =>
      chargeAll({ db: server.database.db, clock, priceList: priceList(server.config.proCredits), lockTier }),
    payer,
    proTenant: async (credits) => {
      const tenant = await payer(credits);
      await switchTier(server, tenant, 'pro');
      return tenant;
    },
  };
}
