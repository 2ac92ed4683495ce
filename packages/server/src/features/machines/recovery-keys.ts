import { readRecoveryKey, storeRecoveryKey } from '@berth/contract/api/machine-actions';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { MachineKey } from '../../gateway/ports.ts';
import { verifyMachineToken } from '../../gateway/token.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { invalidToken, notFound } from './errors.ts';
import { findHome } from './store-registration.ts';

/** The machine repeats the call until it is acknowledged: only a key that is new is written and recorded. */
export function storeRecoveryKeyRoute({ db, nonces, sealer, recordWork }: MachineDeps): Route {
  return route(storeRecoveryKey, async ({ params, body }) => {
    const { id } = params;
    if (!(await verifyMachineToken(body.machineToken, id, nonces))) throw invalidToken();
    const home = await asSystem(db, (tx) => findHome(tx, id));
    if (!home) throw notFound();
    const key: MachineKey = { organizationId: home.organizationId, machineId: id };
    await inTenant(db, key, async (tx) => {
      const known = await findKey(tx, key);
      if (known && isSame(() => sealer.open(known.sealed_key, contextOf(key)), body.recoveryKey)) return;
      // False for a machine that was removed meanwhile.
      if (!(await upsertKey(tx, key, sealer.seal(body.recoveryKey, contextOf(key))))) throw notFound();
      await recordWork(tx, key.organizationId, {
        action: storeRecoveryKey.id,
        actor: { kind: 'machine', name: id },
        target: { kind: 'machine', id },
      });
    });
    return null;
  });
}

/** What another secret of the server has sealed cannot be opened: the machine's key replaces it. */
function isSame(open: () => string, recoveryKey: string): boolean {
  try {
    return open() === recoveryKey;
  } catch {
    return false;
  }
}

/** Who reads a key is recorded in the transaction that reads it. */
export function readRecoveryKeyRoute({ sealer }: MachineDeps): Route {
  return route(readRecoveryKey, async ({ params, tx, organizationId }) => {
    const key = { organizationId, machineId: params.id };
    const found = await findKey(tx, key);
    if (!found) throw new ApiError('no-recovery-key', 'The machine has handed over no recovery key.');
    return { recoveryKey: sealer.open(found.sealed_key, contextOf(key)), receivedAt: found.received_at };
  });
}

/** What a sealed key is bound to: it cannot be read as another machine's, nor in another organization. */
function contextOf({ organizationId, machineId }: MachineKey): string {
  return `${organizationId} recovery key of ${machineId}`;
}

const COLUMNS = columnsOf('machine_recovery_keys', ['sealed_key', 'received_at']);
type KeyRow = RowOf<typeof COLUMNS>;

async function findKey(tx: Tx, { organizationId, machineId }: MachineKey): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select ${COLUMNS} from machine_recovery_keys
    where organization_id = ${organizationId} and machine_id = ${machineId}`.execute(tx);
  return rows[0];
}

async function upsertKey(tx: Tx, { organizationId, machineId }: MachineKey, sealed: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into machine_recovery_keys (organization_id, machine_id, sealed_key)
    select organization_id, machine_id, ${sealed} from machines
    where organization_id = ${organizationId} and machine_id = ${machineId}
    on conflict (organization_id, machine_id) do update set sealed_key = excluded.sealed_key, received_at = now()`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
