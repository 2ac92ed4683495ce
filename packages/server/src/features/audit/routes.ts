import type { Database } from '../../db/connection.ts';
import type { Route } from '../../http/route.ts';
import { exportAuditRoute } from './export-audit.ts';
import { listAuditRoute, listOwnAuditRoute } from './list-audit.ts';
import { verifyAuditRoute } from './verify-audit.ts';

export function auditRoutes({ db }: { readonly db: Database }): Route[] {
  return [listAuditRoute, listOwnAuditRoute, exportAuditRoute(db), verifyAuditRoute];
}
