import type { Passkey } from '@berth/contract/api/account';
import type Type from 'typebox';
import type { PasskeyRow } from '../factors/passkey-store.ts';

/** A passkey as its owner sees it. */
export function presentPasskey(row: PasskeyRow): Type.Static<typeof Passkey> {
  return { id: row.credential_id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at };
}
