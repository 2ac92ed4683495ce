import { randomUUID } from 'node:crypto';
import { issueProductIds } from '@berth/contract/api/product-ids';
import type { ProductIdId } from '@berth/contract/ids';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { requirePlatformAdministrator } from '../../http/platform-administrator.ts';
import { type Route, route } from '../../http/route.ts';
import { hashCode, hintOf, newCode } from '../../platform/random-code.ts';
import { presentProductId } from './present.ts';
import { insertProductIds } from './store.ts';

export function issueProductIdsRoute(db: Database): Route {
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
