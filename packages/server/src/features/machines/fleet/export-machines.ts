import type { CsvSeparator } from '@berth/contract/api/csv';
import { exportMachines } from '@berth/contract/api/fleet';
import type { Machine } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { inTenant } from '../../../db/transaction.ts';
import { csvLine, Download, startedStream } from '../../../http/download.ts';
import { type ListQuery, listQuery } from '../../../http/filter/list-query.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { machineListing } from '../listing.ts';
import { MACHINES } from '../machine-sources.ts';
import { presentMachine } from '../present.ts';
import { listNamedMachines } from '../store.ts';

type Column = keyof Machine | 'profileName';

/** Whether the file has a column for a field of a machine, in the order of the columns. */
const EXPORTED: Readonly<Record<Column, boolean>> = {
  id: true,
  shortId: true,
  name: true,
  organizationId: false,
  online: true,
  status: true,
  rebootNeeded: false,
  uptime: false,
  lastSeen: true,
  runningSince: true,
  profileId: true,
  profileName: true,
  desiredRevision: true,
  appliedRevision: true,
  upToDate: false,
  deployment: true,
  tags: true,
  agentVersion: true,
  ipAddress: true,
  model: true,
  serial: true,
  loggedIn: true,
  registeredAt: true,
  note: true,
  messages: true,
  clone: false,
};
const COLUMNS = (Object.keys(EXPORTED) as Column[]).filter((column) => EXPORTED[column]);

const PAGE = 1_000;

export function exportMachinesRoute(deps: MachineDeps): Route {
  const { presence } = deps;
  return route(exportMachines, async ({ query, organizationId }) => {
    const list = listQuery(
      query.filter,
      machineListing(() => presence.onlineIds(organizationId)),
    );
    return new Download({
      mediaType: 'text/csv; charset=utf-8',
      filename: `machines-${organizationId}.csv`,
      content: await startedStream(lines(deps, organizationId, list, query.separator)),
    }).asValue();
  });
}

/**
 * The matching machines of now, page by page, each in a separate transaction, because readers may be slow. Those removed
 * meanwhile are left out.
 */
async function* lines(
  { db, presence, clock }: MachineDeps,
  organizationId: OrganizationId,
  { where }: ListQuery,
  separator: CsvSeparator | undefined,
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) => csvLine(cells, separator);
  const ids = await inTenant(db, { organizationId }, (tx) => listIds(tx, organizationId, where));
  yield line(COLUMNS);
  for (let first = 0; first < ids.length; first += PAGE) {
    const page = ids.slice(first, first + PAGE);
    const { rows, names } = await inTenant(db, { organizationId }, async (tx) => ({
      rows: await listNamedMachines(tx, organizationId, page),
      names: await profileNames(tx, organizationId),
    }));
    const machines = rows.map((row) => ({
      ...presentMachine(row, presence.find(row.machine_id), clock.now()),
      profileName: (row.profile_id && names.get(row.profile_id)) ?? null,
    }));
    yield machines.map((machine) => line(COLUMNS.map((column) => cell(machine[column])))).join('');
  }
}

/** The machines that a condition matches, in the order of their names. */
async function listIds(tx: Tx, organizationId: OrganizationId, where: ListQuery['where']): Promise<MachineId[]> {
  const { rows } = await sql<{ id: MachineId }>`
    select m.machine_id as id from ${MACHINES}
    where m.organization_id = ${organizationId} and ${where} order by m.ordered_name, m.machine_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Profiles by name, for people. */
async function profileNames(tx: Tx, organizationId: OrganizationId): Promise<ReadonlyMap<ProfileId, string>> {
  const { rows } = await sql<{ readonly id: ProfileId; readonly name: string }>`
    select profile_id as id, name from profiles where organization_id = ${organizationId}`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function cell(value: Machine[keyof Machine]): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
