import { APP_CATALOG } from '@berth/contract/apps/catalog';
import type { AppCatalogEntry } from '@berth/contract/apps/entry';
import { appPrice, isAvailable } from '@berth/contract/apps/pricing';
import { DEPLOYMENTS, isLicensed } from '@berth/contract/limits';
import { PRO_ITEM } from '@berth/contract/rules/billing';

/** What an item costs on one machine for 30 days. 0 is free, and is recorded as such. */
export interface ItemPrice {
  readonly item: string;
  readonly deployment: string;
  readonly credits: number;
}

/** Pro, except on smart-series machines, which bring their license along (spec chapter 1), and the paid apps. */
export function priceList(proCredits: number): ItemPrice[] {
  const pro = DEPLOYMENTS.map((deployment) => ({
    item: PRO_ITEM,
    deployment,
    credits: isLicensed(deployment) ? 0 : proCredits,
  }));
  const apps = Object.entries<AppCatalogEntry>(APP_CATALOG)
    .filter(([, { pricing }]) => pricing.type === 'paid')
    .flatMap(([item, entry]) =>
      DEPLOYMENTS.filter((deployment) => isAvailable(entry, deployment)).map((deployment) => ({
        item,
        deployment,
        credits: appPrice(entry, deployment),
      })),
    );
  return [...pro, ...apps];
}
