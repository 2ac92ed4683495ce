import type { ApiKey } from '@berth/contract/api/api-keys';
import type { ApiKeyRow } from './store.ts';

export function presentKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    scopes: [...row.scopes],
    hint: row.hint,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
