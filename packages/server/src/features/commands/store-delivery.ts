import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { type CommandType, NEVER_LATE } from '@berth/contract/rules/commands';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

interface Key {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

export interface ClaimedRow {
  readonly id: CommandId;
  readonly command: CommandType;
  readonly payload: Record<string, unknown>;
  readonly expiresInMs: number;
}

/** Ends what an earlier connection did not take and what must not come late. */
export async function expireLate(tx: Tx, { organizationId, machineId }: Key, connectedAt: Date): Promise<void> {
  await sql`
    update commands set state = 'expired', finished_at = now()
    where organization_id = ${organizationId} and machine_id = ${machineId} and type = any (${[...NEVER_LATE]}::text[])
      and created_at < ${connectedAt.toISOString()}::timestamptz
      and (state = 'queued' or (state = 'delivered' and accepted_at is null))`.execute(tx);
}

/**
 * Marks as delivered, before they are sent, the commands that wait for a machine: a command is sent again only if the
 * machine has not accepted it and comes back with a new connection (`again`).
 */
export async function claimCommands(tx: Tx, { organizationId, machineId }: Key, again: boolean): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with claimed as (
      update commands set state = 'delivered', delivered_at = now()
      where organization_id = ${organizationId} and machine_id = ${machineId} and expires_at > now()
        and (state = 'queued' or (${again} and state = 'delivered' and accepted_at is null))
      returning command_id, type, payload, expires_at, created_at
    )
    select command_id as id, type as command, payload,
      greatest(0, floor(extract(epoch from expires_at - now()) * 1000))::int as "expiresInMs"
    from claimed order by created_at, command_id`.execute(tx);
  return rows;
}

/** Machines of all tenants for which commands wait. Asked as the system. */
export async function queuedMachines(tx: Tx): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select organization_id as "organizationId", machine_id as "machineId" from queued_machines()`.execute(tx);
  return rows;
}

export async function acceptCommand(tx: Tx, { organizationId, machineId }: Key, commandId: CommandId): Promise<void> {
  await sql`
    update commands set accepted_at = now()
    where organization_id = ${organizationId} and command_id = ${commandId} and machine_id = ${machineId}
      and state = 'delivered' and accepted_at is null`.execute(tx);
}

/** Keeps a command's result and says of which type it was; undefined for one that is over already, which stays so. */
export async function finishCommand(
  tx: Tx,
  { organizationId, machineId }: Key,
  commandId: CommandId,
  { ok, output }: { readonly ok: boolean; readonly output: string },
): Promise<CommandType | undefined> {
  const { rows } = await sql<{ type: CommandType }>`
    update commands set state = ${ok ? 'succeeded' : 'failed'}, finished_at = now(), result = ${output},
      accepted_at = coalesce(accepted_at, now())
    where organization_id = ${organizationId} and command_id = ${commandId} and machine_id = ${machineId}
      and state = 'delivered'
    returning type`.execute(tx);
  return rows[0]?.type;
}

/** Ends the commands of all tenants whose time is over. Asked as the system. */
export async function expireCommands(tx: Tx): Promise<void> {
  await sql`select count(*) from expire_commands(interval '1 hour')`.execute(tx);
}
