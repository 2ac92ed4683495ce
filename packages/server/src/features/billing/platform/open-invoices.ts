import { listOpenInvoices } from '@berth/contract/api/billing';
import { asSystem } from '../../../db/transaction.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { presentInvoice } from '../invoice/present.ts';
import { openInvoices } from '../invoice/store.ts';

export function openInvoicesRoute({ db }: BillingDeps): Route {
  return route(listOpenInvoices, async ({ caller }) => {
    requirePlatformAdministrator(caller);
    const rows = await asSystem(db, openInvoices);
    return rows.map((row) => ({
      ...presentInvoice(row),
      organizationId: row.organization_id,
      company: row.document.buyer.company,
    }));
  });
}
