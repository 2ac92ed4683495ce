import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OrganizationId } from '@berth/contract/ids';
import { warningOf } from './warning.ts';

/** What a warning about credits says. */
export type WarnedOf = Pick<BillingInformation, 'endsAt' | 'arrears'>;

const keyOf = (orgId: OrganizationId) => `creditsWarning ${orgId}`;

/**
 * What was known of an organization's credits when the page before was shown. A page that begins with the notice stays
 * where it is; one that got it a moment later would move under the pointer.
 */
export function knownWarning(orgId: OrganizationId): WarnedOf | undefined {
  const text = sessionStorage.getItem(keyOf(orgId));
  const known: WarnedOf | undefined = text === null ? undefined : JSON.parse(text);
  return known && warningOf(known, Date.now()) ? known : undefined;
}

export function rememberWarning(orgId: OrganizationId, { endsAt, arrears }: WarnedOf): void {
  sessionStorage.setItem(keyOf(orgId), JSON.stringify({ endsAt, arrears }));
}
