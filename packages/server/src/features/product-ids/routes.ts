import { randomUUID } from 'node:crypto';
import { issueProductIds, listProductIds, type ProductId, withdrawProductId } from '@berth/contract/api/product-ids';
import type { ProductIdId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import type { Database } from '../../db/connection.ts';
import { asSystem, enterTenant } from '../../db/transaction.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import type { RecordWork } from '../../http/audit.ts';
import { requirePlatformAdministrator } from '../../http/authentication.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { hashCode, hintOf, newCode } from '../../platform/random-code.ts';
import * as store from './store.ts';
import { insertProductIds, type ProductIdRow } from './store.ts';

interface ProductIdDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly recordWork: RecordWork;
}

export function productIdRoutes(deps: ProductIdDeps): Route[] {
  return [issueProductIdsRoute(deps.db), listProductIdsRoute(deps.db), withdrawProductIdRoute(deps)];
}

function issueProductIdsRoute(db: Database): Route {
  return route(issueProductIds, async ({ body, caller }) => {
    requirePlatformAdministrator(caller);
    const { deployment, count, note = '' } = body;
    const made = Array.from({ length: count }, () => {
      const code = newCode();
      return { id: randomUUID() as ProductIdId, code, hash: hashCode(code), hint: hintOf(code) };
    });
    const about = { deployment, note: note.normalize('NFC').trim(), author: caller.email };
    const rows = await asSystem(db, (tx) => insertProductIds(tx, made, about));
    const codes = new Map(made.map(({ id, code }) => [id, code]));
    return rows.map((row) => ({ ...presentProductId(row), productId: codes.get(row.product_id) ?? '' }));
  });
}

function listProductIdsRoute(db: Database): Route {
  return route(listProductIds, async ({ query, caller }) => {
    requirePlatformAdministrator(caller);
    const rows = await asSystem(db, (tx) => store.listProductIds(tx, query));
    return rows.map(presentProductId);
  });
}

function withdrawProductIdRoute({ db, bus, recordWork }: ProductIdDeps): Route {
  return route(withdrawProductId, async ({ params, caller }) => {
    requirePlatformAdministrator(caller);
    const changed = await asSystem(db, async (tx): Promise<MachineChanged | undefined> => {
      const withdrawn = await store.withdrawProductId(tx, params.id);
      if (!withdrawn) throw new ApiError('not-found', 'Not found.');
      const { organizationId, machineId, deployment } = withdrawn;
      if (organizationId === null || machineId === null) return undefined;
      await enterTenant(tx, organizationId, undefined);
      await recordWork(tx, organizationId, {
        action: withdrawProductId.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'machine', id: machineId },
        before: { deployment },
        after: { deployment: DEPLOYMENT_DEFAULT },
      });
      return { organizationId, machineId };
    });
    if (changed) bus.publish(MACHINE_CHANGED, changed);
    return null;
  });
}

function presentProductId(row: ProductIdRow): ProductId {
  return {
    id: row.product_id,
    hint: row.hint,
    deployment: row.deployment,
    note: row.note,
    createdAt: row.created_at,
    createdBy: row.created_by,
    machineId: row.machine_id,
    boundAt: row.bound_at,
  };
}
