import type { ProductId } from '@berth/contract/api/product-ids';
import type { ProductIdRow } from './store.ts';

export function presentProductId(row: ProductIdRow): ProductId {
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
