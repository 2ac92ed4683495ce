import type { DebugFileId } from '@berth/contract/ids';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';
import type { MachineKey } from '../../../gateway/ports.ts';

const COLUMNS = columnsOf('debug_files', ['file_id', 'name', 'bytes', 'created_at']);
export type DebugFileRow = RowOf<typeof COLUMNS>;

/** Undefined if the file already exists or the machine was removed. */
export async function insertFile(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  file: { readonly id: DebugFileId; readonly name: string; readonly bytes: number },
): Promise<DebugFileRow | undefined> {
  const { rows } = await sql<DebugFileRow>`
    insert into debug_files (organization_id, file_id, machine_id, name, bytes)
    select m.organization_id, ${file.id}::uuid, m.machine_id, ${file.name}, ${file.bytes}::bigint from machines m
    where m.organization_id = ${organizationId} and m.machine_id = ${machineId}
    on conflict do nothing returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

export async function findFile(tx: Tx, key: MachineKey, fileId: DebugFileId): Promise<DebugFileRow | undefined> {
  const [row] = (await listFiles(tx, key)).filter(({ file_id }) => file_id === fileId);
  return row;
}

export async function listFiles(tx: Tx, { organizationId, machineId }: MachineKey): Promise<DebugFileRow[]> {
  const { rows } = await sql<DebugFileRow>`
    select ${COLUMNS} from debug_files where organization_id = ${organizationId} and machine_id = ${machineId}
    order by created_at desc, file_id`.execute(tx);
  return rows;
}

export async function deleteFiles(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  fileIds: readonly DebugFileId[],
): Promise<void> {
  await sql`
    delete from debug_files where organization_id = ${organizationId} and machine_id = ${machineId}
      and file_id = any (${[...fileIds]}::uuid[])`.execute(tx);
}

/** Deletes the records of outdated files of all tenants. Runs as the system. */
export async function forgetFiles(tx: Tx, days: number): Promise<void> {
  await sql`select forget_debug_files(make_interval(days => ${days}::int))`.execute(tx);
}
