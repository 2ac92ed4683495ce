import { createHash } from 'node:crypto';
import { ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

export interface SharedPeer {
  readonly machineId: MachineId;
  readonly machineName: string;
  readonly peerId: string;
}

/** Keeps a code's hash for its time. Asked as the system. */
export async function publishCode(
  tx: Tx,
  code: string,
  { machineId, peerId }: { readonly machineId: MachineId; readonly peerId: string },
): Promise<'published' | 'unknown' | 'taken'> {
  const { rows } = await sql<{ outcome: 'published' | 'unknown' | 'taken' }>`
    select publish_share_code(${hash(code)}, ${machineId}, ${peerId},
      make_interval(secs => ${ONE_TIME_CODE_MS / 1_000})) as outcome`.execute(tx);
  return rows[0]?.outcome ?? 'unknown';
}

/** Uses a code up; undefined for one that is worth nothing. Asked as the system. */
export async function redeemCode(tx: Tx, code: string): Promise<SharedPeer | undefined> {
  const { rows } = await sql<SharedPeer>`
    select machine_id as "machineId", machine_name as "machineName", peer_id as "peerId"
    from use_share_code(${hash(code)})`.execute(tx);
  return rows[0];
}

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
